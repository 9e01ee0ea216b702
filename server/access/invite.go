package access

import (
	"context"
	"net/mail"
	"strings"

	"lading/server/kit/event"
	"lading/server/kit/link"
	"lading/server/kit/message"
	"lading/server/op"
	"lading/server/store"
	"lading/server/store/listing"
)

// Mails is what access needs of whoever sends mail.
type Mails interface {
	// Sends reports whether mail leaves the program at all.
	Sends() bool
	// Posted tells by key how the mails with some keys stand: waiting, sent or failed, and why one failed.
	Posted(ctx context.Context, tx *store.Tx, keys []string) (map[string]event.MailState, error)
}

// Invitation is the link with which a user is to choose a password, as the list of users shows it.
type Invitation struct {
	SentAt  store.Time `json:"SentAt"`
	Expires store.Time `json:"Expires"`
	Late    bool       `json:"Late"` // it has expired or was taken back
	Mail    string     `json:"Mail"` // waiting, sent or failed; none where nothing was mailed and the link is handed on otherwise
	Why     string     `json:"Why"`  // code of what went wrong with the mail
	To      string     `json:"To"`   // where it was mailed, or would be; empty where the user has no address
}

// invitationKey is the key of the mail with a link. notify leads whoever sent one that failed to the list of users by its beginning.
func invitationKey(linkID string) string { return event.InvitationMail + linkID }

// address is where a user gets the mail that lets the user in: the profile's address, or the user name where that is one.
func (u account) address() string {
	for _, to := range []string{u.Email, u.Login} {
		if a, err := mail.ParseAddress(to); err == nil && a.Address == to && !strings.ContainsAny(to, "\r\n") {
			return strings.ToLower(to)
		}
	}
	return ""
}

// mailInvitation mails a user's open password link. Without a mail server, an address of the user's or one of our own nothing is mailed: UserLink
// tells the link. Whoever asked for it alone reads the mail, as it lets its reader in.
func (a *Area) mailInvitation(ctx context.Context, tx *store.Tx, user string, again bool) error {
	u, err := findAccount(ctx, tx, user)
	if err != nil {
		return err
	}
	to := u.address()
	if to == "" || a.PublicURL == "" || a.Mails == nil || !a.Mails.Sends() {
		return nil
	}
	l, err := a.StandingLink(ctx, tx, passwordLink, u.ID)
	if err != nil {
		return err
	}
	name, err := a.Founder.Name(ctx, tx)
	if err != nil {
		return err
	}
	code := "letter-invitation"
	if again {
		code = "letter-password"
	}
	params := map[string]any{"organization": name, "first": strings.TrimSpace(u.First), "login": u.Login, "by": tx.By.Name, "hours": int(inviteLife.Hours()),
		"address": strings.TrimSuffix(a.PublicURL, "/") + "/welcome#" + link.Mark}
	if params["first"] == "" {
		params["first"] = u.Login
	}
	return tx.Emit(ctx, event.MailDue{Key: invitationKey(l.ID), To: []string{to}, LinkID: l.ID, Owner: tx.By.User,
		Subject: strings.Join(strings.Fields(message.Text(u.Language, code+"-subject", params)), " "), Body: message.Text(u.Language, code+"-body", params)})
}

// invitations tells of each of some users how the latest password link stands. Whoever has chosen a password has none.
func (a *Area) invitations(ctx context.Context, tx *store.Tx, users []Details) error {
	at := map[string]int{}
	ids := []string{}
	for i, u := range users {
		if u.Invited {
			at[u.UserID] = i
			ids = append(ids, u.UserID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	links, err := store.Select[linkRow](ctx, tx, `SELECT * FROM access_link WHERE kind = ? AND object IN (SELECT value FROM json_each(?)) ORDER BY made_at, id`, passwordLink, listing.Texts(ids))
	if err != nil {
		return err
	}
	latest := map[string]linkRow{}
	for _, l := range links {
		latest[l.Object] = l
	}
	keys := make([]string, 0, len(latest))
	for _, l := range latest {
		keys = append(keys, invitationKey(l.ID))
	}
	posted := map[string]event.MailState{}
	if a.Mails != nil {
		if posted, err = a.Mails.Posted(ctx, tx, keys); err != nil {
			return err
		}
	}
	for user, l := range latest {
		d := &users[at[user]]
		i := Invitation{SentAt: l.MadeAt, Expires: l.ExpiresAt, Late: !l.EndedAt.IsZero() || !tx.Now.Before(l.ExpiresAt.Time), Mail: "none",
			To: account{Email: d.Email, Login: d.UserName}.address()}
		if m, ok := posted[invitationKey(l.ID)]; ok {
			i.Mail, i.Why, i.To = m.State, m.Error, m.To
		}
		d.Invitation = &i
	}
	return nil
}

// invite gives a user a new link in a password's place, and mails it where it can be.
func (a *Area) invite(ctx context.Context, tx *store.Tx, user string, isNew bool) error {
	if err := op.Administrators(tx); err != nil {
		return err
	}
	was, err := findAccount(ctx, tx, user)
	if err != nil {
		return err
	}
	if _, _, err := a.Reset(ctx, tx, user); err != nil { // UserLink tells the link: an answer of a command is kept for its repeats
		return err
	}
	return a.mailInvitation(ctx, tx, user, !isNew && was.Password != NoPassword())
}
