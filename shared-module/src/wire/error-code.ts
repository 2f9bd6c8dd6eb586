// Written by `make types` from services/protocol; do not edit.

/**
 * A stable error code. Once published, a code keeps its meaning for ever.
 */
export type ErrorCode = "not_signed_in" | "not_allowed" | "not_found" | "invalid_request" | "invalid_message" | "message_too_long" | "body_too_large" | "request_timeout" | "files_not_supported" | "turn_in_progress" | "message_id_reused" | "message_changed" | "limit_reached" | "invalid_tool_choice" | "invalid_tool_answer" | "chatbot_disabled" | "course_closed" | "disclaimer_not_accepted" | "chatbot_not_open" | "invalid_settings" | "precondition_required" | "version_changed" | "default_needed" | "too_many" | "tests_running" | "unknown_tool_call" | "empty_response" | "request_cap_reached" | "context_exceeded" | "model_unavailable" | "model_busy" | "model_interrupted" | "answer_filtered" | "time_limit_reached" | "interrupted" | "storage_unavailable" | "server_restarting" | "internal";
