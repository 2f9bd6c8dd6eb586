#!/usr/bin/env python3
"""Tries every route of the demo LMS with what its OpenAPI document allows and with what it does not, as a student, a
teacher and an admin. bin/fuzz-api calls it with a database; schemathesis makes the requests and judges the answers.

What could end a run early is told apart: deletions are given things that were made for them (`to_delete`), settings
are saved in a chatbot that nobody asks (`to_change`), and DELETE /me/data comes last, alone.
"""

import argparse
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor

PREFIX = "/api/chatbot/v1"
# What every answer is held against. Not `positive_data_acceptance`: whether settings name tools that there are, or a
# title is more than blanks, is no matter of form; `use_after_free` and its kin guess from names what belongs together.
CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "response_headers_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "allow_header_conformance",
    "ignored_auth",
]
# For each parameter the things that it is given most of the time.
PARAMETERS = {
    "path.course": "courses",
    "path.chatbot": "chatbots",
    "path.conversation": "conversations",
    "path.message": "messages",
    "path.citation": "citations",
    "path.turn": "turns",
    "path.job": "jobs",
    "path.anonymous": "anonymous",
    "path.test": "tests",
    "path.version": "versions",
    "query.chatbotId": "chatbots",
    "query.courseId": "courses",
    "query.path": "pages",
    "header.If-Match": "tags",
    "body.id": "conversations",
}
OPERATIONS = {
    "delete_conversation": {"path.conversation": "conversations_to_delete"},
    "delete_chatbot": {"path.chatbot": "chatbots_to_delete"},
    "delete_test": {"path.chatbot": "chatbots_to_change", "path.test": "tests_to_delete"},
    "save_chatbot": {"path.chatbot": "chatbots_to_change"},
    "restore_version": {"path.chatbot": "chatbots_to_change"},
    "make_default": {"path.chatbot": "chatbots_to_change"},
    "read_trace": {"path.conversation": "previews"},
}
LAST = "erase_data"


class Lms:
    """The program, until it is stopped."""

    def __init__(self, program: str, folder: str):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        environment = {**os.environ, "PORT": str(port), "DATA_DIR": folder, "RUST_LOG": "warn"}
        self.log = pathlib.Path(folder) / "lms.log"
        output = self.log.open("w")
        self.process = subprocess.Popen([program, "serve"], env=environment, stdout=subprocess.PIPE, stderr=output)
        for line in self.process.stdout:
            if self.address.encode() in line:
                return
        sys.exit(f"the LMS did not start:\n{self.log.read_text()}")

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def call(self, token, method, path, body=None, headers=None):
        """What is answered, as JSON; of a stream its text."""
        request = urllib.request.Request(self.address + path, method=method)
        request.add_header("content-type", "application/json")
        for name, value in {"authorization": f"Bearer {token}" if token else None, **(headers or {})}.items():
            if value:
                request.add_header(name, value)
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(request, data) as answer:
            text = answer.read().decode()
        return json.loads(text) if text.startswith(("{", "[")) else text

    def sign_in(self, name):
        body = {"email": f"{name}@example.org", "password": "demo"}
        return self.call(None, "POST", "/api/lms/login", body)["token"]


class Things:
    """What there is for one person to ask about."""

    def __init__(self, lms: Lms, tokens: dict, who: str):
        self.lms, self.token, self.teacher = lms, tokens[who], tokens["teacher"]
        self.lists = {}

    def chatbot(self, method, path, body=None, token=None, headers=None):
        return self.lms.call(token or self.token, method, PREFIX + path, body, headers)

    def add(self, kind, *values):
        if values:
            self.lists.setdefault(kind, []).extend(str(value) for value in values)

    def make(self, admin):
        courses = self.lms.call(self.token, "GET", "/api/lms/courses")
        course = next(course for course in courses if course["slug"] == "databases")
        self.add("courses", course["id"])
        pages = self.lms.call(self.token, "GET", f"/api/lms/courses/{course['id']}/pages")
        self.add("pages", *(page["urlPath"] for page in pages[:3]))
        chatbot = self.chatbot("GET", f"/courses/{course['id']}/chatbots")[0]["id"]
        self.add("chatbots", chatbot)
        self.make_conversations(chatbot)
        self.make_for_teachers(course["id"], chatbot)
        self.make_for_admins(admin)
        return self.lists

    def make_conversations(self, chatbot):
        for index in range(6):
            conversation = self.chatbot("POST", f"/chatbots/{chatbot}/conversations", {})["id"]
            self.add("conversations" if index < 3 else "conversations_to_delete", conversation)
            if index in (0, 1, 3):
                self.ask(conversation, f"What is a foreign key? ({index})")
                messages = self.chatbot("GET", f"/conversations/{conversation}")["messages"]
                self.add("messages", messages[-1]["id"])

    def ask(self, conversation, text):
        message = {"id": f"q-{conversation}", "role": "user", "parts": [{"type": "text", "text": text}]}
        self.chatbot("POST", "/chat", {"id": conversation, "messages": [message]})

    def make_for_teachers(self, course, chatbot):
        path = f"/manage/courses/{course}/chatbots"
        settings = self.chatbot("GET", path, token=self.teacher)[0]["settings"]
        made = [self.chatbot("POST", path, {**settings, "name": f"Tried {n}"}, self.teacher)["id"] for n in range(3)]
        self.add("chatbots_to_change", made[0])
        self.add("chatbots_to_delete", *made[1:])
        for of in (chatbot, made[0]):
            question = {"question": "What is a join?"}
            tests = [self.chatbot("POST", f"/manage/chatbots/{of}/tests", question, self.teacher) for _ in range(2)]
            self.add("tests" if of == chatbot else "tests_to_delete", *(test["id"] for test in tests))
        job = self.chatbot("POST", f"/manage/chatbots/{chatbot}/tests/run", {}, self.teacher)
        self.add("jobs", job["id"])
        while self.chatbot("GET", f"/jobs/{job['id']}", token=self.teacher)["state"] == "running":
            time.sleep(0.1)
        preview = {"settings": settings, "viewAs": "me"}
        preview = self.chatbot("POST", f"/manage/chatbots/{chatbot}/preview", preview, self.teacher)
        self.add("previews", preview["conversationId"])
        listed = self.chatbot("GET", f"/manage/courses/{course}/conversations", token=self.teacher)
        self.add("anonymous", *(item["id"] for item in listed["items"][:3]))
        self.add("versions", 1, 2)
        self.add("tags", '"1"', '"2"')

    def make_for_admins(self, admin):
        listed = self.chatbot("GET", "/audit/citations?limit=3", token=admin)["items"]
        self.add("citations", *(item["id"] for item in listed))
        self.add("turns", *(item["turnId"] for item in listed))


def bindings(parameters, lists):
    """Lines of a table that says from which dictionary a parameter is taken."""
    for name, kind in parameters.items():
        if lists.get(kind):
            yield f'"{name}" = {{ dictionary = "{kind}", probability = 0.8 }}'


def configuration(lists):
    """schemathesis.toml: what there is, and which operation is given what of it."""
    # 413: what is longer than it may be.
    refusals = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429]
    lines = ["[checks.negative_data_rejection]", f"expected-statuses = {refusals}"]
    for kind, values in lists.items():
        lines += [f"[dictionaries.{kind}]", f"values = {json.dumps(values)}"]
    lines += ["[parameters]", *bindings(PARAMETERS, lists)]
    for operation, parameters in OPERATIONS.items():
        lines += ["[[operations]]", f'include-operation-id = "{operation}"']
        lines += ["[operations.parameters]", *bindings(parameters, lists)]
    return "\n".join(lines) + "\n"


def run(arguments, lms, who, token, config, more):
    """Runs schemathesis as somebody; gives its exit code and what it printed."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(config), "run", *more]
    command += ["--checks", ",".join(CHECKS), "--header", f"Authorization: Bearer {token}", "--no-color"]
    command += ["--seed", str(arguments.seed), "--generation-deterministic"]
    command += ["--max-examples", str(arguments.examples), "--continue-on-failure", "--warnings", "off"]
    command += ["--phases", arguments.phases, "--request-timeout", "20", "--workers", str(arguments.workers)]
    print(f"+ schemathesis run {' '.join(more)}  (as {who})", flush=True)
    done = subprocess.run([*command, f"{lms.address}/openapi.json"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode, done.stdout.decode()


def try_as(arguments, lms, who, token, config):
    """Tries all that there is as somebody, and at the very last to erase them; whether all was as documented."""
    passed = True
    for more in (["--exclude-operation-id", LAST], ["--include-operation-id", LAST]):
        code, output = run(arguments, lms, who, token, config, more)
        print(f"as {who}:\n{output if code else figures(output)}", flush=True)
        passed = passed and code == 0
    return passed


def figures(output):
    """The lines that say how much was tried."""
    wanted = re.compile(r"^\s*(Operations|Tested|Test cases|.* generated|.* found).*", re.MULTILINE)
    return "\n".join(match.group(0) for match in wanted.finditer(output))


def is_fault(line):
    """Whether a line of the log tells of a fault of ours; what is no HTTP is refused before it comes to us."""
    return "panicked" in line or (" ERROR " in line and "request parse error" not in line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--examples", type=int, default=3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--phases", default="coverage,fuzzing")
    # Python 3.11 counts the depth of what it parses over all threads.
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--who", default="student,teacher,admin")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lms = Lms(arguments.program, folder)
        try:
            tokens = {who: lms.sign_in(who) for who in ("student", "teacher", "admin")}
            configs = {}
            for who in arguments.who.split(","):
                configs[who] = pathlib.Path(folder) / f"{who}.toml"
                configs[who].write_text(configuration(Things(lms, tokens, who).make(tokens["admin"])))
            # Each waits for the server most of the time.
            with ThreadPoolExecutor() as together:
                tried = together.map(lambda who: try_as(arguments, lms, who, tokens[who], configs[who]), configs)
                failed = [who for who, passed in zip(configs, tried) if not passed]
        finally:
            lms.stop()
            faults = [line for line in lms.log.read_text().splitlines() if is_fault(line)]
    for fault in faults[:20]:
        print(fault)
    if failed or faults:
        sys.exit(f"not as the document says: {', '.join(failed) or 'the log'}")


main()
