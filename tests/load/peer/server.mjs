// A chat server as a small team would write it with the AI SDK: streamText, its UI message stream, messages in
// Postgres. Ours is measured beside it. MODEL_URL, DATABASE_URL; prints the port that it listens on.

import { createServer } from "node:http";

import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { convertToModelMessages, generateId, streamText } from "ai";
import pg from "pg";

const provider = createOpenAICompatible({ name: "fake", baseURL: process.env.MODEL_URL, includeUsage: true });
const database = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });

await database.query(`
    create table if not exists peer_messages (
        chat text not null,
        position bigint generated always as identity,
        id text not null,
        role text not null,
        parts jsonb not null,
        primary key (chat, id)
    )`);

async function history(chat) {
    const { rows } = await database.query(
        "select id, role, parts from peer_messages where chat = $1 order by position",
        [chat],
    );
    return rows;
}

async function keep(chat, { id, role, parts }) {
    await database.query(
        `insert into peer_messages (chat, id, role, parts) values ($1, $2, $3, $4)
         on conflict (chat, id) do update set parts = excluded.parts`,
        [chat, id, role, JSON.stringify(parts)],
    );
}

async function bodyOf(request) {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    return JSON.parse(Buffer.concat(pieces).toString());
}

async function chat(request, response) {
    const { id, message } = await bodyOf(request);
    await keep(id, message);
    const messages = await history(id);
    const answer = streamText({
        model: provider("fake"),
        system: "You answer students' questions about one course.",
        messages: await convertToModelMessages(messages),
    });
    answer.pipeUIMessageStreamToResponse(response, {
        originalMessages: messages,
        generateMessageId: generateId,
        onFinish: ({ responseMessage }) => keep(id, responseMessage),
    });
}

const server = createServer((request, response) => {
    chat(request, response).catch((error) => {
        console.error(error);
        if (!response.headersSent) response.writeHead(500);
        response.end();
    });
});
server.listen(Number(process.env.PORT ?? 0), "127.0.0.1", 4096, () => console.log(server.address().port));
