"""Knows how joserfc makes and checks a detached JWS: one JSON request a line in, one JSON answer a line out.

Run it isolated (python -I): otherwise this file would hide the package of the same name.
"""

import base64
import json
import sys
import warnings

from joserfc import jwk, jws
from joserfc.errors import BadSignatureError, SecurityWarning

ALGORITHMS = [f"{family}{bits}" for family in ("ES", "RS", "PS") for bits in (256, 384, 512)] + ["EdDSA", "Ed25519"]


class Registry(jws.JWSRegistry):
    # joserfc's own limits are below the size of a large card or header
    max_header_length = 65_536
    max_payload_length = 16_777_216


def registry(alg):
    if alg not in ALGORITHMS:
        raise ValueError(f"unknown alg {alg!r}")
    # private header parameters are allowed, as in RFC 7515 4.3
    return Registry(algorithms=[alg], strict_check_header=False)


def decode(text):
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def verify(request):
    compact = f"{request['protected']}..{request['signature']}"
    key = jwk.import_key(request["jwk"])
    rules = registry(request["alg"])
    try:
        jws.deserialize_compact(compact, key, registry=rules, payload=decode(request["payload"]))
    except BadSignatureError:
        return False
    return True


def sign(request):
    key = jwk.import_key(request["jwk"])
    header = {"alg": request["alg"], **request["protected"]}
    compact = jws.serialize_compact(header, decode(request["payload"]), key, registry=registry(request["alg"]))
    protected, _, signature = jws.detach_content(compact).split(".")
    return {"protected": protected, "signature": signature}


def thumbprint(request):
    return jwk.import_key(request["jwk"]).thumbprint()


def public(request):
    return jwk.import_key(request["jwk"]).as_dict(private=False)


OPERATIONS = {"verify": verify, "sign": sign, "thumbprint": thumbprint, "public": public}


def answer(line):
    try:
        request = json.loads(line)
        return {"result": OPERATIONS[request["op"]](request)}
    except Exception as error:  # every failure is the caller's to report
        return {"error": f"{type(error).__name__}: {error}"}


# joserfc warns that RFC 9864 prefers "Ed25519" to "EdDSA"
warnings.simplefilter("ignore", SecurityWarning)
for line in sys.stdin:
    print(json.dumps(answer(line)), flush=True)
