"""Knows how one release of the A2A SDK for Python reads, signs and verifies a card: one JSON request a line in, one JSON answer a line out.

Arguments: the folder that the release is in, and its version. Cards are JSON text in requests and answers.
"""

import asyncio
import json
import sys

folder, version = sys.argv[1:]
sys.path.insert(0, folder)

# found in that folder, so after the line above
import httpx
from a2a.client import A2ACardResolver
from a2a.client.errors import A2AClientError
from a2a.types import AgentCard
from a2a.utils.signing import SignatureVerificationError, create_agent_card_signer, create_signature_verifier
from jwt.api_jwk import PyJWK

if version.startswith("0."):
    from a2a.utils.helpers import canonicalize_agent_card
    from pydantic import ValidationError as UnreadableCard

    READERS = {"parser": AgentCard.model_validate}

    def to_served(card):
        return card.model_dump(exclude_none=True, by_alias=True)
else:
    from a2a.client.card_resolver import parse_agent_card
    from a2a.server.request_handlers.response_helpers import agent_card_to_dict as to_served
    from a2a.utils.signing import _canonicalize_agent_card as canonicalize_agent_card
    from google.protobuf.json_format import ParseDict
    from google.protobuf.json_format import ParseError as UnreadableCard

    READERS = {
        "parser": parse_agent_card,
        "proto": lambda data: ParseDict(data, AgentCard(), ignore_unknown_fields=True),
    }

ALGORITHMS = [f"{family}{bits}" for family in ("ES", "RS", "PS") for bits in (256, 384, 512)] + ["EdDSA"]


def read(request):
    return READERS[request.get("from", "parser")](json.loads(request["card"]))


def canonicalize(request):
    return canonicalize_agent_card(read(request))


def sign(request):
    key = PyJWK.from_dict(request["jwk"], algorithm=request["header"]["alg"])
    signed = create_agent_card_signer(key, request["header"])(read(request))
    # as its server writes it, which is Starlette's JSONResponse
    return json.dumps(to_served(signed), ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def to_verifier(request):
    def find_key(kid, _jku):
        for key in request["keys"]:
            if key.get("kid") in (None, kid):
                return PyJWK.from_dict(key["jwk"])
        raise LookupError(f"no key {kid}")

    return create_signature_verifier(find_key, request.get("algorithms", ALGORITHMS))


def judge(check):
    try:
        check()
    except Exception as error:  # what a caller sees, whatever it is
        expected = isinstance(error, (SignatureVerificationError, UnreadableCard, A2AClientError))
        return {"accepted": False, "crashed": not expected, "name": type(error).__name__, "message": str(error)}
    return {"accepted": True}


def verify(request):
    return judge(lambda: to_verifier(request)(read(request)))


async def fetch(url, verifier):
    async with httpx.AsyncClient(trust_env=False) as client:
        await A2ACardResolver(client, url).get_agent_card(signature_verifier=verifier)


def resolve(request):
    return judge(lambda: asyncio.run(fetch(request["url"], to_verifier(request))))


OPERATIONS = {"canonicalize": canonicalize, "sign": sign, "verify": verify, "resolve": resolve}


def answer(line):
    try:
        request = json.loads(line)
        return {"result": OPERATIONS[request["op"]](request)}
    except Exception as error:  # every failure is the caller's to report
        return {"error": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    print(json.dumps(answer(line)), flush=True)
