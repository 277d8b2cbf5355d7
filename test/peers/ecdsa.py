"""Knows how the Python package cryptography signs a digest by ECDSA: one JSON request a line in, one JSON answer a line out.

It calls OpenSSL, in this one process. Keys stay here; a request names them by the number that their making gave.
"""

import base64
import json
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVES = {"P-256": ec.SECP256R1(), "P-384": ec.SECP384R1(), "P-521": ec.SECP521R1()}
HASHES = {32: hashes.SHA256(), 48: hashes.SHA384(), 64: hashes.SHA512()}
keys = []


def create(request):
    key = ec.generate_private_key(CURVES[request["curve"]])
    keys.append(key)
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return {"key": len(keys) - 1, "publicKeyDer": base64.b64encode(public).decode()}


def sign(request):
    digest = base64.b64decode(request["digest"])
    signature = keys[request["key"]].sign(digest, ec.ECDSA(Prehashed(HASHES[len(digest)])))
    return base64.b64encode(signature).decode()


OPERATIONS = {"create": create, "sign": sign}


def answer(line):
    try:
        request = json.loads(line)
        return {"result": OPERATIONS[request["op"]](request)}
    except Exception as error:  # every failure is the caller's to report
        return {"error": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    print(json.dumps(answer(line)), flush=True)
