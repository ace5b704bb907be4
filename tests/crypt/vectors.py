"""Writes vectors.json: the forms of @taproot/crypt, made by another implementation of their algorithms.

    pip install cryptography && python tests/crypt/vectors.py > tests/crypt/vectors.json
"""

import json
from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives import hashes, hmac
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY = "n3w-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM"


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def derive(purpose: str) -> bytes:
    return HKDF(hashes.SHA256(), 32, b"", f"taproot:{purpose}".encode()).derive(KEY.encode())


def seal(purpose: str, text: str, place: str = "", expires: int = 0, nonce: bytes = bytes(range(12))) -> str:
    plain = expires.to_bytes(6, "big") + text.encode()
    return "v1." + base64url(nonce + AESGCM(derive(f"{purpose}:seal")).encrypt(nonce, plain, f"v1.{place}".encode()))


def sign(purpose: str, text: str) -> str:
    mac = hmac.HMAC(derive(f"{purpose}:sign"), hashes.SHA256())
    mac.update(text.encode())
    return base64url(mac.finalize())


texts = ["", "Ada", "ä€😀", "x" * 300, "a\0b"]
print(
    json.dumps(
        {
            "key": KEY,
            "sealed": [
                {"purpose": purpose, "text": text, "expires": expires, "sealed": seal(purpose, text, "", expires, nonce)}
                for purpose, expires, nonce in [
                    ("crypt", 0, bytes(12)),
                    ("crypt", 4102444800, bytes(range(12))),
                    ("invoices", 0, b"\xff" * 12),
                ]
                for text in texts
            ],
            "ended": seal("crypt", "Ada", "", 1_700_000_000),
            "cookie": {"name": "cart", "text": "sieben ä; 7", "sealed": seal("cookie", "sieben ä; 7", "cart")},
            "signed": [
                {"purpose": purpose, "text": text, "signature": sign(purpose, text)}
                for purpose in ["crypt", "invoices"]
                for text in texts
            ],
            "signedCookie": {"name": "cart", "text": "a.b", "signature": sign("cookie", "cart=a.b")},
            "signedPath": {"path": "/verify/7", "signature": sign("url", "/verify/7")},
        },
        ensure_ascii=False,
        indent=2,
    )
)
