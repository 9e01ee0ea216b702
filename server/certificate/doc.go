// Package certificate has the server speak HTTPS itself: with a certificate that it obtains and renews for its public name by ACME (RFC 8555), or with one that
// the operator keeps in files. Behind a proxy that ends TLS neither is used.
package certificate
