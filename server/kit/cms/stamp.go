package cms

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"time"

	"lading/server/kit/outward"

	"github.com/digitorus/pkcs7"
	"github.com/digitorus/timestamp"
)

const (
	stampPatience = 10 * time.Second
	maxStamp      = 64 << 10
)

// Stamp is a timestamp server's word for when a signature was there already.
type Stamp struct {
	At          time.Time
	Certificate *x509.Certificate // the server's; whether to trust it is for the caller to say
}

// Stamper asks a timestamp server (RFC 3161) over HTTP; what it answers is signed, so it needs no TLS. It follows no redirects: an administrator named this
// address and no other. Unless private is set it goes to public addresses alone, so that an organisation's administrator cannot reach into the server's own network.
func Stamper(url string, private bool) func(ctx context.Context, sum []byte) ([]byte, error) {
	client := outward.Client(stampPatience, private)
	return func(ctx context.Context, sum []byte) ([]byte, error) {
		token, err := askStamp(ctx, client, url, sum)
		if err != nil {
			return nil, fmt.Errorf("timestamp: %w", err)
		}
		return token, nil
	}
}

func askStamp(ctx context.Context, client *http.Client, url string, sum []byte) ([]byte, error) {
	nonce, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 63))
	if err != nil {
		return nil, err
	}
	query, err := (&timestamp.Request{HashAlgorithm: crypto.SHA256, HashedMessage: sum, Nonce: nonce, Certificates: true}).Marshal()
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(query))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/timestamp-query")
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxStamp))
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server answered %s", resp.Status)
	}
	answer, err := timestamp.ParseResponse(body)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(answer.HashedMessage, sum) || answer.Nonce == nil || answer.Nonce.Cmp(nonce) != 0 {
		return nil, errors.New("the server answered another question")
	}
	if _, err := signerOf(answer.RawToken); err != nil {
		return nil, err
	}
	return answer.RawToken, nil
}

// readStamp checks a token and that it speaks of this signature.
func readStamp(token, signature []byte) (*Stamp, error) {
	t, err := timestamp.Parse(token)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(signature)
	if t.HashAlgorithm != crypto.SHA256 || !bytes.Equal(t.HashedMessage, sum[:]) {
		return nil, ErrStamp
	}
	c, err := signerOf(token)
	if err != nil {
		return nil, err
	}
	if t.Time.Before(c.NotBefore) || t.Time.After(c.NotAfter) {
		return nil, ErrStamp
	}
	return &Stamp{t.Time.UTC(), c}, nil
}

// signerOf gives the certificate of who made a token, once it is clear that it is one for timestamps and that the token is its own.
func signerOf(token []byte) (*x509.Certificate, error) {
	p7, err := pkcs7.Parse(token)
	if err != nil {
		return nil, err
	}
	c := p7.GetOnlySigner()
	if c == nil || len(c.ExtKeyUsage) != 1 || c.ExtKeyUsage[0] != x509.ExtKeyUsageTimeStamping {
		return nil, errors.New("the token's certificate is not one for timestamps")
	}
	return c, p7.Verify()
}
