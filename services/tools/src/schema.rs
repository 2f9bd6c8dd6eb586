//! JSON Schemas of arguments, as they are advertised: byte-identical on every build.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// The schema of a tool's arguments, without references and without the noise that providers refuse.
pub fn of<Arguments: JsonSchema>() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.inline_subschemas = true;
    settings.meta_schema = None;
    let mut schema = settings.into_generator().into_root_schema_for::<Arguments>().to_value();
    if let Some(root) = schema.as_object_mut() {
        root.remove("title");
        // Without arguments schemars leaves `properties` out, which OpenAI's servers refuse.
        root.entry("properties").or_insert_with(|| serde_json::json!({}));
    }
    schema
}
