// Package openidtest is a provider of OpenID Connect for tests: the server of github.com/zitadel/oidc with people of the test's own, on a port of this machine.
package openidtest

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"golang.org/x/text/language"
)

// Client and Secret are what the provider knows the program under test by; Password is everybody's.
const (
	Client   = "lading"
	Secret   = "the program's secret at the provider"
	Password = "everybody's password"
)

// Person has an account at the provider.
type Person struct {
	ID, Name, Email string
	Verified        bool
}

// Provider runs until it is closed.
type Provider struct {
	Issuer string

	server *http.Server
}

type people map[string]*storage.User

// GetUserByID finds an account.
func (p people) GetUserByID(id string) *storage.User { return p[id] }

// GetUserByUsername finds an account by its name.
func (p people) GetUserByUsername(name string) *storage.User {
	for _, u := range p {
		if u.Username == name {
			return u
		}
	}
	return nil
}

// ExampleClientID names no service.
func (people) ExampleClientID() string { return "no-service" }

// Start runs a provider at an address of this machine, such as 127.0.0.1:0, which sends people back to returnTo.
func Start(address, returnTo string, who ...Person) (*Provider, error) {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	all := people{}
	for _, p := range who {
		first, last, _ := strings.Cut(p.Name, " ")
		all[p.ID] = &storage.User{ID: p.ID, Username: p.ID, Password: Password, FirstName: first, LastName: last, Email: p.Email, EmailVerified: p.Verified, PreferredLanguage: language.English}
	}
	issuer := "http://" + l.Addr().String()
	store := storage.NewStorageWithClients(all, map[string]*storage.Client{Client: storage.WebClient(Client, Secret, returnTo)})
	p := &Provider{Issuer: issuer, server: &http.Server{Handler: exampleop.SetupServer(issuer, store, nil, false), ReadHeaderTimeout: time.Minute}}
	go func() { _ = p.server.Serve(l) }()
	return p, nil
}

// Close stops the provider.
func (p *Provider) Close() error { return p.server.Close() }

var requestID = regexp.MustCompile(`name="id" value="([^"]+)"`)

// SignIn goes where a browser is sent to, signs somebody in there, and gives the answer that the browser would bring back.
func (p *Provider) SignIn(address, person string) (url.Values, error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	var back *url.URL
	browser := &http.Client{Jar: jar, Timeout: time.Minute, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if !strings.HasPrefix(r.URL.String(), p.Issuer) {
			back = r.URL
			return http.ErrUseLastResponse
		}
		return nil
	}}
	page, err := read(browser.Get(address))
	if err != nil {
		return nil, err
	}
	id := requestID.FindStringSubmatch(page)
	if id == nil {
		return nil, fmt.Errorf("the provider shows no sign-in: %s", page)
	}
	page, err = read(browser.PostForm(p.Issuer+"/login/username", url.Values{"id": {id[1]}, "username": {person}, "password": {Password}}))
	if err != nil {
		return nil, err
	}
	if back == nil {
		return nil, fmt.Errorf("the provider sends nobody back: %s", page)
	}
	return back.Query(), nil
}

func read(resp *http.Response, err error) (string, error) {
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}
