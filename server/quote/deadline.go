package quote

import (
	"context"
	"fmt"
	"time"

	"lading/server/kit/fail"
	"lading/server/store"
)

// DeadlineReq gives carriers another time to answer until.
type DeadlineReq struct {
	RequestID string     `json:"RequestId" validate:"required,max=40"`
	Deadline  store.Time `json:"QuoteDeadline"`
}

// MoveDeadline moves the time until which an open request is answered, while it has not passed. What was answered stays as it is, and binds as
// long as it was said to; a later deadline binds those who answer from now on by as much longer. Every carrier that may still answer is told,
// by the link that it has.
func (a *Area) MoveDeadline(ctx context.Context, tx *store.Tx, req DeadlineReq) (QuotesResp, error) {
	resp := QuotesResp{Requests: []Request{}, Quotes: []Quote{}}
	r, err := a.request(ctx, tx, req.RequestID)
	was := r.DeadlineAt
	switch {
	case err != nil:
		return resp, err
	case r.State != Open:
		return resp, fail.Conflict("quote-request-ended", "number", r.Number).With(r)
	case !tx.Now.Before(was.Time):
		return resp, fail.Conflict("quote-deadline-over", "number", r.Number).With(r)
	case req.Deadline.IsZero():
		return resp, fail.Invalid(fail.Of("QuoteDeadline", "field-required"))
	case !req.Deadline.After(tx.Now):
		return resp, fail.Invalid(fail.Of("QuoteDeadline", "quote-deadline-past"))
	case req.Deadline.After(tx.Now.Add(longest)):
		return resp, fail.Invalid(fail.Of("QuoteDeadline", "quote-deadline-far"))
	}
	if err := r.inTime(req.Deadline.Time); err != nil {
		return resp, err
	}
	quotes, err := quotesOf(ctx, tx, r.ID)
	if err != nil {
		return resp, err
	}
	if by := req.Deadline.Sub(was.Time); by != 0 {
		r.DeadlineAt = req.Deadline
		if by > 0 { // a shorter time takes nothing back of how long prices hold
			r.ValidUntil = store.At(r.ValidUntil.Add(by))
		}
		if err := a.moved(ctx, tx, r, was, quotes); err != nil {
			return resp, err
		}
	}
	for _, q := range quotes {
		resp.Counts.add(q)
	}
	resp.Requests, resp.Quotes = append(resp.Requests, r), quotes
	return resp, nil
}

func (a *Area) moved(ctx context.Context, tx *store.Tx, r Request, was store.Time, quotes []Quote) error {
	if err := putRequest(ctx, tx, r); err != nil {
		return err
	}
	for i := range quotes {
		q := &quotes[i]
		q.DeadlineAt = r.DeadlineAt
		if q.State != Answered {
			q.ValidUntil = r.ValidUntil
		}
		if err := put(ctx, tx, *q); err != nil {
			return err
		}
		if mayAnswer(tx, r, *q) != nil || q.Email == "" {
			continue
		}
		link, err := a.Links.ExtendMailLink(ctx, tx, mailLink, q.ID, r.ValidUntil.Add(seen))
		if err != nil {
			return err
		}
		code := map[bool]string{true: "letter-quote-longer", false: "letter-quote-shorter"}[r.DeadlineAt.After(was.Time)]
		if err := a.mail(ctx, tx, r, *q, code, fmt.Sprint(r.DeadlineAt.UnixMilli(), "/", tx.Now.UnixMilli()), link); err != nil {
			return err
		}
	}
	if err := a.record(ctx, tx, r, "quotes-deadline", map[string]any{"request": r.Number, "before": was.UTC().Format(time.RFC3339), "deadline": r.DeadlineAt.UTC().Format(time.RFC3339)}); err != nil {
		return err
	}
	return r.schedule(ctx, tx)
}
