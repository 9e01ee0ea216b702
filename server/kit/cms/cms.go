// Package cms makes and checks detached signatures in the form that PDF readers and courts know: CMS (RFC 5652) with the CAdES
// baseline's attributes, and, where a timestamp server is at hand, its token (RFC 3161). It takes one signer and SHA-256 alone:
// what could be chosen could be chosen badly.
package cms

import (
	"bytes"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// What is wrong with a signature.
var (
	ErrForm      = errors.New("cms: not a signature of ours: one signer, SHA-256, the signer's certificate with it")
	ErrContent   = errors.New("cms: the content is not what was signed")
	ErrSignature = errors.New("cms: the signature does not fit its certificate")
	ErrStamp     = errors.New("cms: the timestamp does not belong to the signature")
)

// Signer signs with a certificate's key. Chain begins with that certificate. Stamp, if there is one, confirms the time.
type Signer struct {
	Chain []*x509.Certificate
	Key   crypto.Signer
	Stamp func(ctx context.Context, sum []byte) (token []byte, err error)
}

// Signature is a signature that was checked: it covers the content, and fits the certificate that came with it.
// Whether that certificate is to be trusted is for the caller to say.
type Signature struct {
	Certificate *x509.Certificate
	Stamp       *Stamp
}

var (
	oidData         = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 1}
	oidSigned       = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 7, 2}
	oidContentType  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 3}
	oidDigest       = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 4}
	oidCertificate  = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 47} // signing-certificate-v2
	oidStamp        = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 14}
	oidSHA256       = asn1.ObjectIdentifier{2, 16, 840, 1, 101, 3, 4, 2, 1}
	oidECDSA        = asn1.ObjectIdentifier{1, 2, 840, 10045, 4, 3, 2}
	oidRSA          = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 11}
	oidRSAPlain     = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1} // how some name RSA here; the digest is named beside it
	asn1Null        = asn1.RawValue{Tag: asn1.TagNull}
	algorithmSHA256 = pkix.AlgorithmIdentifier{Algorithm: oidSHA256}
)

type contentInfo struct {
	Type    asn1.ObjectIdentifier
	Content asn1.RawValue `asn1:"explicit,tag:0"`
}

type signedData struct {
	Version      int
	Digests      []pkix.AlgorithmIdentifier `asn1:"set"`
	Content      struct{ Type asn1.ObjectIdentifier }
	Certificates asn1.RawValue `asn1:"optional,tag:0"`
	CRLs         asn1.RawValue `asn1:"optional,tag:1"`
	Signers      []signerInfo  `asn1:"set"`
}

type signerInfo struct {
	Version   int
	Who       issuerAndSerial
	Digest    pkix.AlgorithmIdentifier
	Signed    asn1.RawValue `asn1:"optional,tag:0"`
	Algorithm pkix.AlgorithmIdentifier
	Signature []byte
	Unsigned  asn1.RawValue `asn1:"optional,tag:1"`
}

type issuerAndSerial struct {
	Issuer asn1.RawValue
	Serial *big.Int
}

type attribute struct {
	Type   asn1.ObjectIdentifier
	Values []asn1.RawValue `asn1:"set"`
}

type signingCertificate struct{ Certificates []essCertificate }

type essCertificate struct {
	Hash   []byte
	Issuer asn1.RawValue `asn1:"optional"` // names the issuer once more
}

// Sign signs the content whose SHA-256 is sum, and answers the signature as DER.
func Sign(ctx context.Context, s Signer, sum []byte) ([]byte, error) {
	if len(s.Chain) == 0 || len(sum) != sha256.Size {
		return nil, errors.New("cms: a certificate and a SHA-256 are wanted")
	}
	own := s.Chain[0]
	algorithm, err := algorithmOf(own)
	if err != nil {
		return nil, err
	}
	print := sha256.Sum256(own.Raw)
	attributes, err := attributeSet(
		value{oidContentType, oidData}, value{oidDigest, sum},
		value{oidCertificate, signingCertificate{[]essCertificate{{Hash: print[:]}}}})
	if err != nil {
		return nil, err
	}
	// what is signed is the SET itself; in the message it stands under a tag of its own
	toSign := sha256.Sum256(wrap(asn1.TagSet|0x20, attributes))
	signature, err := s.Key.Sign(rand.Reader, toSign[:], crypto.SHA256)
	if err != nil {
		return nil, fmt.Errorf("sign: %w", err)
	}
	info := signerInfo{Version: 1, Who: issuerAndSerial{asn1.RawValue{FullBytes: own.RawIssuer}, own.SerialNumber}, Digest: algorithmSHA256,
		Signed: asn1.RawValue{FullBytes: wrap(0xa0, attributes)}, Algorithm: algorithm, Signature: signature}
	if s.Stamp != nil {
		imprint := sha256.Sum256(signature)
		token, err := s.Stamp(ctx, imprint[:])
		if err != nil {
			return nil, err
		}
		more, err := attributeSet(value{oidStamp, asn1.RawValue{FullBytes: token}})
		if err != nil {
			return nil, err
		}
		info.Unsigned = asn1.RawValue{FullBytes: wrap(0xa1, more)}
	}
	var chain []byte
	for _, c := range s.Chain {
		chain = append(chain, c.Raw...)
	}
	data := signedData{Version: 1, Digests: []pkix.AlgorithmIdentifier{algorithmSHA256}, Certificates: asn1.RawValue{FullBytes: wrap(0xa0, chain)}, Signers: []signerInfo{info}}
	data.Content.Type = oidData
	inner, err := asn1.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("write signature: %w", err)
	}
	return asn1.Marshal(contentInfo{oidSigned, asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: 0, IsCompound: true, Bytes: inner}})
}

// Verify checks a signature over the content whose SHA-256 is sum. der may have zeros behind it, as PDFs have.
func Verify(der, sum []byte) (Signature, error) {
	var outer contentInfo
	var data signedData
	rest, err := asn1.Unmarshal(der, &outer)
	if err != nil || !outer.Type.Equal(oidSigned) || len(bytes.Trim(rest, "\x00")) > 0 {
		return Signature{}, ErrForm
	}
	if rest, err = asn1.Unmarshal(outer.Content.Bytes, &data); err != nil || len(rest) > 0 || len(data.Signers) != 1 || !data.Content.Type.Equal(oidData) {
		return Signature{}, ErrForm
	}
	info := data.Signers[0]
	chain, err := x509.ParseCertificates(data.Certificates.Bytes)
	if err != nil || !info.Digest.Algorithm.Equal(oidSHA256) {
		return Signature{}, ErrForm
	}
	at := slices.IndexFunc(chain, func(c *x509.Certificate) bool {
		return bytes.Equal(c.RawIssuer, info.Who.Issuer.FullBytes) && c.SerialNumber.Cmp(info.Who.Serial) == 0
	})
	if at < 0 {
		return Signature{}, ErrForm
	}
	s := Signature{Certificate: chain[at]}
	print := sha256.Sum256(s.Certificate.Raw)
	var kind asn1.ObjectIdentifier
	var digest []byte
	var named signingCertificate
	if !read(info.Signed.Bytes, oidContentType, &kind) || !kind.Equal(oidData) || !read(info.Signed.Bytes, oidDigest, &digest) ||
		!read(info.Signed.Bytes, oidCertificate, &named) || len(named.Certificates) == 0 {
		return s, ErrForm
	}
	if !bytes.Equal(named.Certificates[0].Hash, print[:]) || s.Certificate.CheckSignature(algorithmNamed(info.Algorithm.Algorithm), wrap(asn1.TagSet|0x20, info.Signed.Bytes), info.Signature) != nil {
		return s, ErrSignature
	}
	if !bytes.Equal(digest, sum) {
		return s, ErrContent
	}
	var token asn1.RawValue
	if len(info.Unsigned.Bytes) > 0 && read(info.Unsigned.Bytes, oidStamp, &token) {
		if s.Stamp, err = readStamp(token.FullBytes, info.Signature); err != nil {
			return s, ErrStamp
		}
	}
	return s, nil
}

// Fingerprint is a certificate's SHA-256 in hex: what people compare, and what we know certificates by.
func Fingerprint(c *x509.Certificate) string {
	sum := sha256.Sum256(c.Raw)
	return hex.EncodeToString(sum[:])
}

func algorithmOf(c *x509.Certificate) (pkix.AlgorithmIdentifier, error) {
	switch k := c.PublicKey.(type) {
	case *ecdsa.PublicKey:
		return pkix.AlgorithmIdentifier{Algorithm: oidECDSA}, nil
	case *rsa.PublicKey:
		if k.N.BitLen() >= 2048 {
			return pkix.AlgorithmIdentifier{Algorithm: oidRSA, Parameters: asn1Null}, nil
		}
	}
	return pkix.AlgorithmIdentifier{}, errors.New("cms: the key must be ECDSA, or RSA of 2048 bits at least")
}

func algorithmNamed(oid asn1.ObjectIdentifier) x509.SignatureAlgorithm {
	switch {
	case oid.Equal(oidECDSA):
		return x509.ECDSAWithSHA256
	case oid.Equal(oidRSA), oid.Equal(oidRSAPlain):
		return x509.SHA256WithRSA
	}
	return x509.UnknownSignatureAlgorithm
}

type value struct {
	kind asn1.ObjectIdentifier
	any  any
}

// attributeSet writes attributes in the order that DER asks of a set.
func attributeSet(values ...value) ([]byte, error) {
	var parts [][]byte
	for _, v := range values {
		raw, ok := v.any.(asn1.RawValue)
		if !ok {
			b, err := asn1.Marshal(v.any)
			if err != nil {
				return nil, err
			}
			raw = asn1.RawValue{FullBytes: b}
		}
		b, err := asn1.Marshal(attribute{v.kind, []asn1.RawValue{raw}})
		if err != nil {
			return nil, err
		}
		parts = append(parts, b)
	}
	slices.SortFunc(parts, bytes.Compare)
	return bytes.Join(parts, nil), nil
}

// read finds the one attribute of a kind with its one value.
func read(attributes []byte, kind asn1.ObjectIdentifier, into any) (found bool) {
	for len(attributes) > 0 {
		var a attribute
		rest, err := asn1.Unmarshal(attributes, &a)
		if err != nil {
			return false
		}
		attributes = rest
		if !a.Type.Equal(kind) {
			continue
		}
		if found || len(a.Values) != 1 {
			return false
		}
		if rest, err := asn1.Unmarshal(a.Values[0].FullBytes, into); err != nil || len(rest) > 0 {
			return false
		}
		found = true
	}
	return found
}

// wrap puts a DER tag and length before contents that are DER already.
func wrap(tag byte, contents []byte) []byte {
	out := []byte{tag}
	switch n := len(contents); {
	case n < 0x80:
		out = append(out, byte(n))
	default:
		size := big.NewInt(int64(n)).Bytes()
		out = append(append(out, 0x80|byte(len(size))), size...)
	}
	return append(out, contents...)
}
