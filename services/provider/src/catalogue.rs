//! The models of a deployment.

use std::sync::Arc;
use std::time::Duration;

use chatbot_core::model::{ModelCatalogue, ModelClient, ModelProfile};
use chatbot_core::price::ModelPrice;

use crate::openai::{Api, LengthField, OPENAI_BASE_URL};
use crate::{OfflineModel, OpenAiClient, OpenAiSettings, ProviderError};

/// What a deployment says about its models; everything may be left out.
#[derive(Clone, Default)]
pub struct CatalogueSettings {
    /// The model server's URL; OpenAI's own when there is only a key.
    pub base_url: Option<String>,
    /// Which API it is asked by.
    pub api: Api,
    /// Its key.
    pub api_key: Option<String>,
    /// The model's name; needed when there is a server.
    pub model: Option<String>,
    /// The model's name for people.
    pub label: Option<String>,
    /// The longest wait for a reply's first byte.
    pub first_byte: Option<Duration>,
    /// The longest silence in a reply.
    pub idle: Option<Duration>,
    /// Whether the model cannot call tools.
    pub without_tools: bool,
    /// Whether the model has a sampling temperature, where the usual guess is wrong.
    pub temperature: Option<bool>,
    /// How many tokens a request and its reply may have together.
    pub context_tokens: Option<u32>,
    /// How the length limit is named at this server, where the usual guess is wrong.
    pub length_field: Option<LengthField>,
    /// How long the offline model takes for a word.
    pub offline_pace: Option<Duration>,
    /// What the server's model costs, and in which currency; what models cost is told nobody where it is left out.
    pub price: Option<(ModelPrice, String)>,
}

impl CatalogueSettings {
    /// The model server, if one is named. Empty texts count as left out.
    fn server(&self) -> Option<OpenAiSettings> {
        let given = |text: &Option<String>| {
            text.as_deref().map(str::trim).filter(|t| !t.is_empty()).map(str::to_owned)
        };
        let (base_url, api_key) = (given(&self.base_url), given(&self.api_key));
        if base_url.is_none() && api_key.is_none() {
            return None;
        }
        let base_url = base_url.unwrap_or_else(|| OPENAI_BASE_URL.to_owned());
        let usual = OpenAiSettings::new(base_url, given(&self.model).unwrap_or_default());
        Some(OpenAiSettings {
            api: self.api,
            api_key,
            label: given(&self.label),
            first_byte: self.first_byte.unwrap_or(usual.first_byte),
            idle: self.idle.unwrap_or(usual.idle),
            tools: !self.without_tools,
            temperature: self.temperature.unwrap_or(usual.temperature),
            context_tokens: self.context_tokens.unwrap_or(usual.context_tokens),
            length_field: self.length_field.unwrap_or(usual.length_field),
            price: self.price.as_ref().map(|(price, _)| *price),
            ..usual
        })
    }
}

/// The models: a server's, where one is named, and always the offline model. The first is the default.
pub struct Catalogue {
    models: Vec<Arc<dyn ModelClient>>,
    default: Arc<dyn ModelClient>,
    currency: Option<String>,
}

impl Catalogue {
    /// Sets the models up.
    pub fn new(settings: &CatalogueSettings) -> Result<Self, ProviderError> {
        let offline: Arc<dyn ModelClient> =
            Arc::new(settings.offline_pace.map_or_else(OfflineModel::default, OfflineModel::new));
        let server: Option<Arc<dyn ModelClient>> = match settings.server() {
            Some(server) => Some(Arc::new(OpenAiClient::new(server)?)),
            None => None,
        };
        let default = Arc::clone(server.as_ref().unwrap_or(&offline));
        let currency = settings.price.as_ref().map(|(_, currency)| currency.clone());
        Ok(Self { models: server.into_iter().chain([offline]).collect(), default, currency })
    }
}

impl ModelCatalogue for Catalogue {
    fn find(&self, id: Option<&str>) -> Arc<dyn ModelClient> {
        let found = id.and_then(|id| self.models.iter().find(|model| model.profile().id == id));
        Arc::clone(found.unwrap_or(&self.default))
    }

    fn profiles(&self) -> Vec<ModelProfile> {
        self.models.iter().map(|model| model.profile().clone()).collect()
    }

    fn currency(&self) -> Option<&str> {
        self.currency.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(settings: &CatalogueSettings) -> Vec<String> {
        Catalogue::new(settings).unwrap().profiles().into_iter().map(|profile| profile.id).collect()
    }

    #[test]
    fn without_key_and_url_there_is_only_the_offline_model() {
        assert_eq!(ids(&CatalogueSettings::default()), ["offline"]);
        let blank = CatalogueSettings {
            base_url: Some(" ".into()),
            api_key: Some(String::new()),
            ..Default::default()
        };
        assert_eq!(ids(&blank), ["offline"]);
    }

    #[test]
    fn a_named_server_is_the_default_and_unknown_ids_get_it() {
        let settings = CatalogueSettings {
            base_url: Some("http://localhost:1/v1".into()),
            model: Some("m".into()),
            label: Some("Ours".into()),
            ..Default::default()
        };
        assert_eq!(ids(&settings), ["m", "offline"]);
        let catalogue = Catalogue::new(&settings).unwrap();
        for (id, found) in [(None, "m"), (Some("m"), "m"), (Some("gone"), "m"), (Some("offline"), "offline")]
        {
            assert_eq!(catalogue.find(id).profile().id, found);
        }
        assert_eq!(catalogue.profiles()[0].label, "Ours");
    }

    #[test]
    fn the_servers_model_has_its_price_and_the_offline_model_is_free() {
        let price = ModelPrice { input_micros: 2, output_micros: 8 };
        let server = CatalogueSettings {
            base_url: Some("http://localhost:1/v1".into()),
            model: Some("m".into()),
            ..Default::default()
        };
        let priced = CatalogueSettings { price: Some((price, "EUR".into())), ..server.clone() };
        let told = |settings: &CatalogueSettings| {
            let catalogue = Catalogue::new(settings).unwrap();
            let all: Vec<_> = catalogue.profiles().iter().map(|profile| profile.price).collect();
            (all, catalogue.currency().map(str::to_owned))
        };
        assert_eq!(told(&priced), (vec![Some(price), Some(ModelPrice::FREE)], Some("EUR".to_owned())));
        assert_eq!(told(&server), (vec![None, Some(ModelPrice::FREE)], None));
    }

    #[test]
    fn a_server_without_a_model_is_refused() {
        let settings = CatalogueSettings { api_key: Some("sk".into()), ..Default::default() };
        assert!(matches!(Catalogue::new(&settings), Err(ProviderError::NoModelNamed)));
    }
}
