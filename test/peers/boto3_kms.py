"""Knows how boto3 calls a KMS and what it makes of the answer: one JSON request a line in, one JSON answer a line out.

Arguments: the endpoint, the region, the access key id, the secret access key.
"""

import base64
import datetime
import json
import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

endpoint, region, key_id, secret = sys.argv[1:]
client = boto3.client(
    "kms",
    endpoint_url=endpoint,
    region_name=region,
    aws_access_key_id=key_id,
    aws_secret_access_key=secret,
    # what boto3 refuses by itself never reaches the server
    config=Config(parameter_validation=False, retries={"total_max_attempts": 1}),
)
BLOBS = {"Message"}


def plain(value):
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, datetime.datetime):
        return value.timestamp()
    if isinstance(value, dict):
        return {name: plain(member) for name, member in value.items()}
    return [plain(member) for member in value] if isinstance(value, list) else value


def call(request):
    members = {
        name: base64.b64decode(value) if name in BLOBS else value for name, value in request["input"].items()
    }
    try:
        output = getattr(client, request["operation"])(**members)
    except ClientError as error:
        found, metadata = error.response["Error"], error.response["ResponseMetadata"]
        return {
            "code": found["Code"],
            "message": found["Message"],
            "status": metadata["HTTPStatusCode"],
            # boto3 has classes for the exceptions of the service's own model alone
            "modelled": type(error) is not ClientError and type(error).__name__ == found["Code"],
            "hasRequestId": len(metadata.get("RequestId", "")) == 36,
        }
    del output["ResponseMetadata"]
    return {"output": plain(output)}


def answer(line):
    try:
        return {"result": call(json.loads(line))}
    except Exception as error:  # every failure is the caller's to report
        return {"error": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    print(json.dumps(answer(line)), flush=True)
