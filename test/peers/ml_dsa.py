"""Knows how the Python package cryptography signs with ML-DSA: one JSON request a line in, one JSON answer a line out.

Keys stay in this process; a request names them by the number that their making gave.
"""

import base64
import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import mldsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

KINDS = {"44": mldsa.MLDSA44PrivateKey, "65": mldsa.MLDSA65PrivateKey, "87": mldsa.MLDSA87PrivateKey}
keys = []


def create(request):
    key = KINDS[request["parameters"]].generate()
    keys.append(key)
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return {"key": len(keys) - 1, "publicKeyDer": base64.b64encode(public).decode()}


def sign(request):
    key, message = keys[request["key"]], base64.b64decode(request["message"])
    signature = key.sign_mu(message) if request["isMu"] else key.sign(message)
    return base64.b64encode(signature).decode()


def verify(request):
    key = keys[request["key"]].public_key()
    try:
        key.verify(base64.b64decode(request["signature"]), base64.b64decode(request["message"]))
    except InvalidSignature:
        return False
    return True


OPERATIONS = {"create": create, "sign": sign, "verify": verify}


def answer(line):
    try:
        request = json.loads(line)
        return {"result": OPERATIONS[request["op"]](request)}
    except Exception as error:  # every failure is the caller's to report
        return {"error": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    print(json.dumps(answer(line)), flush=True)
