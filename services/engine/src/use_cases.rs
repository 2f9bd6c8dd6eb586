//! Use cases as traits, so that a web layer needs none of the engine's types.

/// Writes a trait of use cases and the engine's implementation of it, each signature once: behind `=` stands the
/// function that does it, which is given the engine first.
macro_rules! use_cases {
    (
        $(#[$about:meta])*
        $name:ident {$(
            $(#[$doc:meta])*
            $use_case:ident($($given:ident: $kind:ty),*) -> $answer:ty = $function:path;
        )*}
    ) => {
        $(#[$about])*
        #[async_trait::async_trait]
        pub trait $name: Send + Sync {$(
            $(#[$doc])*
            async fn $use_case(&self, $($given: $kind),*) -> Result<$answer, $crate::error::EngineError>;
        )*}

        #[async_trait::async_trait]
        impl $name for std::sync::Arc<$crate::engine::Engine> {$(
            async fn $use_case(&self, $($given: $kind),*) -> Result<$answer, $crate::error::EngineError> {
                $function(self, $($given),*).await
            }
        )*}
    };
}

pub(crate) use use_cases;
