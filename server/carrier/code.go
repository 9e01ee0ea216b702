package carrier

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/http"
	"strings"
	"time"

	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/store"

	"github.com/goccy/go-json"
	"github.com/oklog/ulid/v2"
)

const (
	portalCode = "carrier-code" // what a mailed code is good for: the link of its carrier, once
	codeLife   = 15 * time.Minute
	codeRest   = 2 * time.Minute // until another one is mailed, whatever became of the last
	codesADay  = 10              // of a carrier: so many mails a stranger can have sent to it, and so many times codeTries digits be guessed at
	codeTries  = 5
	codeOnce   = time.Minute // within which an address that is named again adds nothing
	codesWait  = 500         // questions of an organisation that nobody has looked at yet; more are refused, whosever the address
)

// CodeReq asks for a code in place of a link that is on another device.
type CodeReq struct {
	Org   string `json:"Shipper" validate:"required,max=64"` // by the portal's address
	Email string `json:"Email" validate:"required,email,max=254" field:"trim"`
}

// EnterCodeReq is the code as it was mailed.
type EnterCodeReq struct {
	CodeReq
	Code string `json:"Code" validate:"required,max=20"`
}

// Entered is the secret of the carrier's link.
type Entered struct {
	AccessID string `json:"AccessID"`
}

// CodeJob mails a code to an address, if a portal link was mailed to it.
const CodeJob = "carrier-code"

// codeDue is what the job is told.
type codeDue struct {
	Email string `json:"email"`
}

// SendCode mails a code to an address that a portal link was mailed to, some times a day. Who asks is not told whether there is one, nor by the time that the answer takes:
// who the address is, is looked up when it has been given.
func (a *Area) SendCode(ctx context.Context, c *op.Call, req CodeReq) (op.None, error) {
	return op.None{}, a.visitor(ctx, c, req.Org, func(ctx context.Context, tx *store.Tx) error {
		n, err := a.Jobs.Waiting(ctx, tx, CodeJob)
		if err != nil {
			return err
		}
		if n >= codesWait {
			return fail.New(http.StatusServiceUnavailable, "server-busy")
		}
		return a.Jobs.Add(ctx, tx, CodeJob, codeKey(tx.Now, tx.Org, req.Email), codeDue{req.Email})
	})
}

// codeKey is the same for all questions about an address within codeOnce, and tells nobody the address. Keys of later questions come later.
func codeKey(at time.Time, org, email string) string {
	return codeKeys(at) + fmt.Sprintf("%x", sha256.Sum256([]byte(org+"\x00"+strings.ToLower(email))))
}

// codeKeys begins the keys of a moment's questions.
func codeKeys(at time.Time) string {
	return fmt.Sprintf("%s:%012d:", CodeJob, at.Unix()/int64(codeOnce/time.Second))
}

// MailCode does the job. Of questions that were looked at before, nothing stays.
func (a *Area) MailCode(ctx context.Context, org *store.DB, payload []byte) error {
	var due codeDue
	if err := json.Unmarshal(payload, &due); err != nil {
		return err
	}
	_, err := org.Write(ctx, store.Command{Name: CodeJob, By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if err := a.Jobs.Forget(ctx, tx, CodeJob+":", codeKeys(tx.Now)); err != nil {
			return err
		}
		return a.addressed(ctx, tx, due.Email, func(p Portal, of Carrier, portal link.Link) error {
			if portal.ID == "" {
				return nil
			}
			return a.mailCode(ctx, tx, p, of)
		})
	}})
	return err
}

func (a *Area) mailCode(ctx context.Context, tx *store.Tx, p Portal, of Carrier) error {
	n, last, err := a.Links.LinksSince(ctx, tx, portalCode, of.ID, tx.Now.Add(-24*time.Hour))
	if err != nil || n >= codesADay || n > 0 && tx.Now.Sub(last) < codeRest {
		return err
	}
	l, err := a.Links.MailLink(ctx, tx, portalCode, of.ID, "", tx.Now.Add(codeLife))
	if err != nil {
		return err
	}
	shipper, err := a.Setup.Name(ctx, tx)
	if err != nil {
		return err
	}
	params := map[string]any{"carrier": of.Name, "shipper": shipper, "code": link.CodeMark, "minutes": int(codeLife / time.Minute)}
	say := func(code string) string { return message.Text(p.Language, code, params) }
	return tx.Emit(ctx, event.MailDue{Key: "carrier-code/" + of.ID + "/" + ulid.Make().String(), To: []string{p.Email}, LinkID: l.ID, Subject: say("letter-carrier-code-subject"), Body: say("letter-carrier-code-body")})
}

// EnterCode gives the carrier's link to who read its mail. A code opens once, and is void after a few wrong tries; each try counts, also the refused one.
func (a *Area) EnterCode(ctx context.Context, c *op.Call, req EnterCodeReq) (out Entered, err error) {
	typed := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, req.Code)
	err = a.visitor(ctx, c, req.Org, func(ctx context.Context, tx *store.Tx) error {
		return a.addressed(ctx, tx, req.Email, func(_ Portal, of Carrier, portal link.Link) error {
			l, err := a.Links.StandingLink(ctx, tx, portalCode, of.ID)
			if err != nil {
				return err
			}
			right := subtle.ConstantTimeCompare([]byte(typed), []byte(link.Code(a.Links.LinkToken(tx.Org, cmp.Or(l.ID, nobody))))) == 1
			if l.ID == "" || portal.ID == "" {
				return nil // the log of operations is written all the same
			}
			if !right && l.Openings+1 < codeTries {
				return a.Links.CountOpening(ctx, tx, l.ID, c.Agent, c.IP)
			}
			if right {
				out.AccessID = a.Links.LinkToken(tx.Org, portal.ID)
			}
			return a.Links.EndLinks(ctx, tx, portalCode, of.ID)
		})
	})
	if err == nil && out.AccessID == "" {
		err = fail.Invalid(fail.Of("Code", "carrier-code-wrong"))
	}
	return out, err
}

// visitor runs a command of somebody who holds no link. An organisation that there is not is not opened.
func (a *Area) visitor(ctx context.Context, c *op.Call, org string, do func(ctx context.Context, tx *store.Tx) error) error {
	known, err := a.PublicLinks.Exists(ctx, org)
	if err != nil {
		return err
	}
	if !known {
		return fail.NotFound("mail-link-unknown")
	}
	db, err := a.PublicLinks.Orgs(ctx, org)
	if err != nil {
		return err
	}
	_, err = op.Write(ctx, db, c.Visitor(db, ""), do)
	return op.Bare(err)
}

// nobody stands for a carrier, and for a link, that there is not.
const nobody = "-"

// addressed does something for each carrier whose link was mailed to an address, with the link that opens its portal; the link is empty where none does. For an address
// that none was mailed to it does so for nobody: the time of an answer must not tell which it is.
func (a *Area) addressed(ctx context.Context, tx *store.Tx, email string, do func(p Portal, of Carrier, l link.Link) error) error {
	list, err := store.Select[Portal](ctx, tx, `SELECT * FROM carrier_portal WHERE email = ? COLLATE NOCASE AND revoked_at IS NULL ORDER BY carrier LIMIT 20`, email)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		list = []Portal{{Carrier: nobody}}
	}
	for _, p := range list {
		of, err := find(ctx, tx, p.Carrier)
		if err != nil && fail.CodeOf(err) != "carrier-unknown" {
			return err
		}
		of.ID = p.Carrier
		l, err := a.Links.StandingLink(ctx, tx, portalLink, of.ID)
		if err != nil {
			return err
		}
		if of.Disabled {
			l = link.Link{}
		}
		if err := do(p, of, l); err != nil {
			return err
		}
	}
	return nil
}
