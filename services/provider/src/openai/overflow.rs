//! How servers say that a request is longer than the model's context. There is no word for it that all of them use.

use chatbot_core::model::ModelFault;

/// Parts of what they say, in lower case: OpenAI and Groq (a code; "maximum context length"), vLLM ("longer than the
/// maximum model length"), Ollama ("exceeds the context length", "prompt too long"), Mistral ("too large for model with
/// 32768 maximum context length"), llama.cpp ("exceeds the available context size"), Anthropic ("prompt is too long"),
/// Gemini ("exceeds the maximum number of tokens"), TGI ("`inputs` tokens + `max_new_tokens` must be <= 4096").
const SAID: &[&str] = &[
    "context_length_exceeded",
    "exceed_context_size",
    "context length",
    "context size",
    "context window",
    "maximum model length",
    "prompt is too long",
    "prompt too long",
    "maximum number of tokens",
    "reduce the length of",
    "`inputs`",
];

/// Whether a server says so.
pub fn is_said(text: &str) -> bool {
    let text = text.to_lowercase();
    SAID.iter().any(|said| text.contains(said))
}

/// What a server reported in the middle of its reply.
pub fn reported(text: String) -> ModelFault {
    if is_said(&text) {
        ModelFault::ContextExceeded { body: text }
    } else {
        ModelFault::ReportedInStream(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_servers_say_of_a_request_that_is_too_long_is_known() {
        for said in [
            r#"{"error":{"message":"Too long.","type":"invalid_request_error","code":"context_length_exceeded"}}"#,
            "This model's maximum context length is 128000 tokens. However, your messages resulted in 130011 tokens.",
            r#"{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens","type":"BadRequestError","code":400}"#,
            "The decoder prompt (length 9000) is longer than the maximum model length of 8192.",
            r#"{"error":"the input length exceeds the context length"}"#,
            r#"{"error":{"message":"prompt too long; exceeded max context length by 12 tokens"}}"#,
            r#"{"object":"error","message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length","code":"3051"}"#,
            r#"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}"#,
            "prompt is too long: 210000 tokens > 200000 maximum",
            "The input token count (40000) exceeds the maximum number of tokens allowed (32768).",
            "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens",
        ] {
            assert!(is_said(said), "{said}");
        }
    }

    #[test]
    fn other_faults_are_not_taken_for_it() {
        for said in [
            r#"{"error":{"message":"bad","type":"invalid_request_error","param":null,"code":null}}"#,
            "max_tokens is too large: 100000. This model supports at most 16384 completion tokens",
            r#"{"error":{"message":"Rate limit reached for tokens per minute","code":"rate_limit_exceeded"}}"#,
            "model \"llama\" not found, try pulling it first",
            "",
        ] {
            assert!(!is_said(said), "{said}");
        }
    }
}
