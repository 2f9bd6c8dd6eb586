//! What the derive says otherwise than it is: `int32` of integers without a sign, and items of lists written out where
//! the schema of their own would do.

use utoipa::openapi::schema::{ArrayItems, Components};
use utoipa::openapi::{KnownFormat, OpenApi, Ref, RefOr, Schema, SchemaFormat};

/// How the derive names a list of something.
const LIST: &str = "ListPage_";

/// Puts it right.
pub(super) fn correct(document: &mut OpenApi) {
    let Some(components) = &mut document.components else { return };
    name_items(components);
    components.schemas.values_mut().for_each(correct_integers);
}

fn name_items(components: &mut Components) {
    let mut written_out = Vec::new();
    for (name, list) in &mut components.schemas {
        if let Some(name) = name.strip_prefix(LIST)
            && let RefOr::T(Schema::Object(list)) = list
            && let Some(RefOr::T(Schema::Array(items))) = list.properties.get_mut("items")
            && let ArrayItems::RefOrSchema(item) = &mut items.items
        {
            let named = RefOr::Ref(Ref::from_schema_name(name));
            written_out.push((name.to_owned(), std::mem::replace(&mut **item, named)));
        }
    }
    components.schemas.extend(written_out);
}

fn correct_integers(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            let of_32_bits = Some(SchemaFormat::KnownFormat(KnownFormat::Int32));
            if object.format == of_32_bits && object.minimum.is_some() {
                object.format = None;
                object.maximum.get_or_insert(u32::MAX.into());
            }
            object.properties.values_mut().for_each(correct_integers);
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                correct_integers(items);
            }
        }
        Schema::OneOf(one_of) => one_of.items.iter_mut().for_each(correct_integers),
        Schema::AllOf(all_of) => all_of.items.iter_mut().for_each(correct_integers),
        _ => {}
    }
}
