package notify

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/outward"
	"lading/server/store"

	"github.com/goccy/go-json"
)

var b64 = base64.RawURLEncoding

// chrome is a browser that subscribed: it holds the keys that no push service sees.
type chrome struct {
	t    *testing.T
	key  *ecdh.PrivateKey
	auth []byte
}

func newChrome(t *testing.T) *chrome {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &chrome{t, key, make([]byte, 16)}
	_, _ = rand.Read(c.auth)
	return c
}

func (c *chrome) subscription(endpoint string) string {
	b, err := json.Marshal(map[string]any{"endpoint": endpoint, "expirationTime": nil, "keys": map[string]string{"p256dh": b64.EncodeToString(c.key.PublicKey().Bytes()), "auth": b64.EncodeToString(c.auth)}})
	if err != nil {
		c.t.Fatal(err)
	}
	return string(b)
}

// open decrypts what a push service brought (RFC 8188, RFC 8291).
func (c *chrome) open(body []byte) pushed {
	c.t.Helper()
	salt, idLength := body[:16], int(body[20])
	from, sealed := body[21:21+idLength], body[21+idLength:]
	sender, err := ecdh.P256().NewPublicKey(from)
	if err != nil {
		c.t.Fatal(err)
	}
	shared, err := c.key.ECDH(sender)
	if err != nil {
		c.t.Fatal(err)
	}
	derive := func(secret, salt []byte, info string, n int) []byte {
		out, err := hkdf.Key(sha256.New, secret, salt, info, n)
		if err != nil {
			c.t.Fatal(err)
		}
		return out
	}
	ikm := derive(shared, c.auth, "WebPush: info\x00"+string(c.key.PublicKey().Bytes())+string(from), 32)
	block, err := aes.NewCipher(derive(ikm, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		c.t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		c.t.Fatal(err)
	}
	plain, err := gcm.Open(nil, derive(ikm, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	text := strings.TrimRight(string(plain), "\x00")
	var p pushed
	if err := json.Unmarshal([]byte(strings.TrimSuffix(text, "\x02")), &p); err != nil {
		c.t.Fatalf("%q: %v", text, err)
	}
	return p
}

// service is a browser maker's push service, over real HTTPS.
type service struct {
	*httptest.Server
	mu      sync.Mutex
	answers map[string][]int // by path, those of the first requests; then 201
	got     []*http.Request
	bodies  [][]byte
	during  func() // what happens while a request is under way
}

func newService(t *testing.T) *service {
	s := &service{answers: map[string][]int{}}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.during != nil {
			s.during()
		}
		s.got, s.bodies = append(s.got, r), append(s.bodies, b)
		code := http.StatusCreated
		if left := s.answers[r.URL.Path]; len(left) > 0 {
			code, s.answers[r.URL.Path] = left[0], left[1:]
		}
		w.WriteHeader(code)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *service) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.got)
}

func pushing(t *testing.T) (*world, *service) {
	t.Helper()
	w, s := newWorld(t, nil), newService(t)
	p, err := NewPusher([]byte("a secret of thirty-two characters"), "ops@lading.test")
	if err != nil {
		t.Fatal(err)
	}
	p.Client = s.Client()
	w.area.Pusher = p
	return w, s
}

var bill = event.BillSigned{ShipmentID: "S1", BOL: "4711", Warehouse: "ATL", SignedBy: "Ada Trucker"}

func (w *world) subscribe(guid, token, platform string) {
	w.t.Helper()
	if _, err := w.call(office, "token/save", TokenReq{GUID: guid, Token: token, Platform: platform}); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) number(query string) (n int) {
	w.t.Helper()
	if err := w.db.Read(context.Background(), office, func(ctx context.Context, tx *store.Tx) error { return tx.QueryRowContext(ctx, query).Scan(&n) }); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func (w *world) text(query string) (s string) {
	w.t.Helper()
	if err := w.db.Read(context.Background(), office, func(ctx context.Context, tx *store.Tx) error { return tx.QueryRowContext(ctx, query).Scan(&s) }); err != nil {
		w.t.Fatal(err)
	}
	return s
}

func TestPush_WakesTheBrowserWithATextThatOnlyItCanRead(t *testing.T) {
	w, s := pushing(t)
	c := newChrome(t)
	key, err := w.call(office, "Notify/PushKey", map[string]any{})
	var k PushKey
	if err != nil || json.Unmarshal(key, &k) != nil || len(k.PublicKey) != 87 {
		t.Fatalf("key %s %v", key, err)
	}
	w.subscribe("g1", c.subscription(s.URL+"/browser"), "web")
	w.subscribe("g2", "an app's own token", "ios") // of another kind: not ours to send to
	w.emit(dock, bill)
	w.until("pushed", func() bool { return s.count() == 1 })
	r := s.got[0]
	if r.Header.Get("Content-Encoding") != "aes128gcm" || r.Header.Get("TTL") != "14400" || !strings.Contains(r.Header.Get("Authorization"), k.PublicKey) {
		t.Errorf("headers: %v", r.Header)
	}
	if strings.Contains(string(s.bodies[0]), "4711") {
		t.Error("the push service can read it")
	}
	if err := vouched(r, s.URL, k.PublicKey); err != nil {
		t.Errorf("who sends it: %v", err)
	}
	got := c.open(s.bodies[0])
	if got.Tag == "" {
		t.Error("shown twice where it arrives twice")
	}
	got.Tag = "01N"
	// what the service worker is given in the browser (e2e/app.spec.ts)
	told, err := os.ReadFile("../../sync/testdata/push.json")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := json.Marshal(got); err != nil || string(b) != strings.TrimSpace(string(told)) {
		t.Errorf("shown: %s %v", b, err)
	}
}

// vouched checks who a push service is told to be writing (RFC 8292): signed by the key that the browser subscribed under, for this service alone, and not for long.
func vouched(r *http.Request, service, key string) error {
	said, ok := strings.CutPrefix(r.Header.Get("Authorization"), "vapid ")
	if !ok {
		return errors.New("no VAPID")
	}
	fields := map[string]string{}
	for f := range strings.SplitSeq(said, ",") {
		name, v, _ := strings.Cut(strings.TrimSpace(f), "=")
		fields[name] = v
	}
	if fields["k"] != key {
		return fmt.Errorf("by %q", fields["k"])
	}
	raw, err := b64.DecodeString(key)
	if err != nil {
		return err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	if err != nil {
		return err
	}
	dot := strings.LastIndex(fields["t"], ".")
	if dot < 0 {
		return errors.New("no token")
	}
	signed := fields["t"][:dot]
	sig, err := b64.DecodeString(fields["t"][dot+1:])
	if err != nil || len(sig) != 64 {
		return fmt.Errorf("signature of %d bytes: %w", len(sig), err)
	}
	sum := sha256.Sum256([]byte(signed))
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(sig[:32]), new(big.Int).SetBytes(sig[32:])) {
		return errors.New("the signature does not fit")
	}
	_, middle, _ := strings.Cut(signed, ".")
	claims, err := b64.DecodeString(middle)
	if err != nil {
		return err
	}
	var c struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(claims, &c); err != nil {
		return err
	}
	if c.Aud != service || c.Sub != "mailto:ops@lading.test" || c.Exp > time.Now().Add(24*time.Hour).Unix() || c.Exp < time.Now().Unix() {
		return fmt.Errorf("claims %+v", c)
	}
	return nil
}

func TestPush_TriesAgainAndForgetsWhatTheServiceNoLongerKnows(t *testing.T) {
	w, s := pushing(t)
	s.answers["/busy"], s.answers["/gone"] = []int{503}, []int{410}
	w.subscribe("g1", newChrome(t).subscription(s.URL+"/busy"), "web")
	w.subscribe("g2", newChrome(t).subscription(s.URL+"/gone"), "web")
	w.emit(dock, bill)
	w.until("the first round", func() bool { return s.count() == 2 })
	w.until("forgotten", func() bool { return w.number(`SELECT count(*) FROM notify_push_token`) == 1 })
	w.until("noted", func() bool { return w.number(`SELECT attempts FROM job WHERE kind = 'push'`) == 1 })
	w.skew.Add(int64(10 * time.Minute))
	if _, err := w.jobs.Drain(context.Background(), "1"); err != nil {
		t.Fatal(err)
	}
	w.until("once more", func() bool { return s.count() >= 3 }) // the runner may have been first
	if s.got[2].URL.Path != "/busy" {
		t.Errorf("went to %s", s.got[2].URL.Path)
	}
}

// What a push service says of a message that it will never take (RFC 8030, RFC 8292) is not asked again; what it says of now is.
func TestPush_AsksAgainOnlyWhatMayGoAnotherTime(t *testing.T) {
	for code, want := range map[int]struct {
		state string
		kept  int
	}{
		404: {"done", 0}, 410: {"done", 0},
		400: {"dead", 1}, 401: {"dead", 1}, 403: {"dead", 1}, 413: {"dead", 1},
		408: {"waiting", 1}, 429: {"waiting", 1}, 500: {"waiting", 1}, 502: {"waiting", 1}, 503: {"waiting", 1},
	} {
		w, s := pushing(t)
		s.answers["/one"] = []int{code}
		w.subscribe("g1", newChrome(t).subscription(s.URL+"/one"), "web")
		w.subscribe("g2", newChrome(t).subscription(s.URL+"/two"), "web")
		w.emit(dock, bill)
		w.until("tried", func() bool { return w.number(`SELECT attempts FROM job WHERE kind = 'push'`) == 1 })
		if got := w.text(`SELECT state FROM job WHERE kind = 'push'`); got != want.state {
			t.Errorf("%d: the job is %s, want %s", code, got, want.state)
		}
		if got := w.number(`SELECT count(*) FROM notify_push_token WHERE guid = 'g1'`); got != want.kept {
			t.Errorf("%d: %d subscriptions, want %d", code, got, want.kept)
		}
		if s.count() != 2 {
			t.Errorf("%d: %d browsers were woken: the other is none the worse", code, s.count())
		}
	}
}

func TestPush_NothingLeavesForOneWhoHasReadItOrForAnAddressInsideOurNetwork(t *testing.T) {
	w, s := pushing(t)
	w.emit(dock, bill) // nobody subscribed
	p, err := NewPusher([]byte("a secret of thirty-two characters"), "ops@lading.test")
	if err != nil {
		t.Fatal(err)
	}
	for _, endpoint := range []string{s.URL + "/x", "https://127.0.0.1:1/", "https://10.1.2.3/", "https://[::1]/", "https://169.254.169.254/latest"} {
		if gone, err := p.send(context.Background(), newChrome(t).subscription(endpoint), []byte("{}")); gone || err == nil || !errors.Is(err, outward.ErrInner) {
			t.Errorf("%s: %v %v", endpoint, gone, err)
		}
	}
	for _, token := range []string{"", "{}", `{"endpoint":"http://push.example/"}`} {
		if gone, err := p.send(context.Background(), token, []byte("{}")); !gone || err != nil {
			t.Errorf("%q: %v %v", token, gone, err)
		}
	}
	if s.count() != 0 {
		t.Errorf("%d requests", s.count())
	}
}
