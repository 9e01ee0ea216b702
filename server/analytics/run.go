package analytics

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"lading/server/job"
	"lading/server/kit/event"
	"lading/server/kit/fail"
	"lading/server/kit/message"
	"lading/server/kit/right"
	"lading/server/op"
	"lading/server/report"
	"lading/server/store"

	"github.com/oklog/ulid/v2"
)

// Blobs keeps the files that reports are made into.
type Blobs interface {
	Put(ctx context.Context, org, kind string, content []byte) (hash string, err error)
	Open(ctx context.Context, org, hash string) (r io.ReadSeekCloser, size int64, err error)
}

// People knows what a user may see at this moment.
type People interface {
	Actor(ctx context.Context, tx *store.Tx, user string) (store.Actor, error)
}

// RunState is how far the making of a report is.
type RunState string

// The states of a run.
const (
	RunWaits   RunState = "waiting"
	RunMade    RunState = "made"
	RunFailed  RunState = "failed"
	RunDeleted RunState = "deleted" // the file is gone; that there was one stays in the log
)

// Values lists the states.
func (RunState) Values() []string { return []string{"waiting", "made", "failed", "deleted"} }

// Run is one making of a report.
type Run struct {
	ID         string                `json:"id" db:"id"`
	Once       string                `json:"-" db:"once"`
	Name       string                `json:"name" db:"name"`
	Subject    Subject               `json:"report" db:"subject"`
	Warehouse  string                `json:"warehouse" db:"warehouse"`
	Carrier    string                `json:"carrier" db:"carrier"`
	From       string                `json:"from" db:"from_day"`
	To         string                `json:"to" db:"to_day"`
	Recipients []string              `json:"emails" db:"recipients"`
	Columns    []report.Column       `json:"-" db:"columns"`
	Sight      store.JSON[*[]string] `json:"-" db:"sight"`
	State      RunState              `json:"state" db:"state"`
	Trouble    string                `json:"trouble" db:"trouble"` // code of the refusal
	N          int64                 `json:"n" db:"n"`
	Size       int64                 `json:"size" db:"size"`
	Blob       string                `json:"-" db:"blob"`
	AskedAt    store.Time            `json:"askedAt" db:"asked_at"`
	MadeAt     store.Time            `json:"madeAt" db:"made_at"`
	By         string                `json:"-" db:"by_user"`
}

const runJob = "report-run"

// Listen has reports made: by the clock, and by those who ask for one.
func (a *Area) Listen(jobs *job.Runner) {
	jobs.Handle(dueJob, a.runDue)
	jobs.Handle(runJob, a.make)
}

func (a *Area) runs() []op.Op {
	see := right.SeeReports
	return []op.Op{
		op.Command("Shipment/SendReportFile", a.Send, right.ScheduleReports),
		op.Query("Shipment/DownloadReportLogs", a.Runs, see),
		op.Direct("Shipment/DownloadS3ReportFile", a.File, see).ForViewing(),
		op.Command("Shipment/DeleteS3ReportFile", a.DeleteFile, right.ScheduleReports),
	}
}

// SendReq asks for a report to be made into a file and mailed: a scheduled one now, or the one that is on the screen.
type SendReq struct {
	ReportID   string          `json:"ReportId" validate:"max=40"`
	Name       string          `json:"ReportName" validate:"max=80" field:"trim"`
	Subject    Subject         `json:"Report" validate:"omitempty,oneof=shipments spend tenders invoices claims ratings"`
	Warehouse  string          `json:"Warehouse" validate:"max=20"`
	Carrier    string          `json:"Carrier" validate:"max=4" field:"upper,trim"`
	From       string          `json:"From" validate:"omitempty,day"`
	To         string          `json:"To" validate:"omitempty,day"`
	Recipients []string        `json:"Emails" validate:"max=10,unique,dive,required,email,max=120"`
	Columns    []report.Column `json:"Columns" validate:"max=60,dive"`
}

// Check wants either a scheduled report or a report with its days.
func (r *SendReq) Check() []fail.Field {
	if r.ReportID != "" {
		for _, f := range []struct {
			name  string
			given bool
		}{{"Report", r.Subject != ""}, {"ReportName", r.Name != ""}, {"Warehouse", r.Warehouse != ""}, {"Carrier", r.Carrier != ""}, {"From", r.From != ""}, {"To", r.To != ""}, {"Emails", len(r.Recipients) > 0}, {"Columns", len(r.Columns) > 0}} {
			if f.given {
				return []fail.Field{fail.Of(f.name, "report-scheduled-as-saved")}
			}
		}
		return nil
	}
	for _, f := range []struct{ name, value string }{{"Report", string(r.Subject)}, {"ReportName", r.Name}, {"From", r.From}, {"To", r.To}} {
		if f.value == "" {
			return []fail.Field{fail.Of(f.name, "field-required")}
		}
	}
	span := report.Span{From: r.From, To: r.To}
	return span.Check()
}

// Send has a report made now.
func (a *Area) Send(ctx context.Context, tx *store.Tx, req SendReq) (Run, error) {
	if req.ReportID != "" {
		s, err := schedules(a).Get(ctx, tx, req.ReportID)
		if err == nil && s.By != tx.By.User {
			err = fail.Forbidden("scheduled-report-not-yours")
		}
		if err != nil {
			return Run{}, err
		}
		return a.begin(ctx, tx, s.run(tx.Now))
	}
	if need := opens[req.Subject]; !tx.By.May(need) {
		return Run{}, fail.Forbidden("no-right", "right", string(need))
	}
	if err := columnsOf(req.Columns); err != nil {
		return Run{}, err
	}
	return a.begin(ctx, tx, Run{Name: req.Name, Subject: req.Subject, Warehouse: req.Warehouse, Carrier: req.Carrier, From: req.From, To: req.To, Recipients: req.Recipients, Columns: req.Columns, By: tx.By.User})
}

// run is the making of a scheduled report at a time.
func (s *Schedule) run(at time.Time) Run {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		zone = time.UTC
	}
	days := s.Period.days(at.In(zone))
	return Run{Name: s.Name, Subject: s.Subject, Warehouse: s.Warehouse, Carrier: s.Carrier, From: days.From, To: days.To, Recipients: s.Recipients, Columns: s.Columns, By: s.By}
}

// begin notes that a report is to be made and has it made.
func (a *Area) begin(ctx context.Context, tx *store.Tx, r Run) (Run, error) {
	r.ID, r.State, r.AskedAt = ulid.Make().String(), RunWaits, store.At(tx.Now)
	if r.Once == "" {
		r.Once = r.ID
	}
	if _, known, err := store.Get[string](ctx, tx, `SELECT id FROM analytics_run WHERE once = ?`, r.Once); err != nil || known {
		return r, err
	}
	if r.Recipients == nil {
		r.Recipients = []string{}
	}
	if r.Columns == nil {
		r.Columns = []report.Column{}
	}
	if err := store.Insert(ctx, tx, "analytics_run", r); err != nil {
		return r, err
	}
	return r, job.Add(ctx, tx, runJob, runJob+":"+r.ID, r.ID)
}

// runDue begins a scheduled report whose time has come, and awaits the next. One that was deleted or has another time by now is left alone.
func (a *Area) runDue(ctx context.Context, org *store.DB, j job.Job) error {
	var d due
	if err := j.Into(&d); err != nil {
		return job.Never(err)
	}
	_, err := org.Write(ctx, store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		s, ok, err := store.Get[Schedule](ctx, tx, `SELECT * FROM analytics_report WHERE id = ?`, d.Report)
		if err != nil || !ok || !s.next(d.At.Add(-time.Millisecond)).Equal(d.At.Time) {
			return err
		}
		r := s.run(d.At.Time) // of its own day, also where the program was not running then
		r.Once = fmt.Sprintf("%s:%d", s.ID, d.At.UnixMilli())
		if _, err := a.begin(ctx, tx, r); err != nil {
			return err
		}
		// After this one, not after now: what else was due meanwhile is made as well, and a clock that was set back makes none twice.
		after := d.At.Time
		if tx.Now.Sub(after) > longestOutage {
			after = tx.Now
		}
		return s.await(ctx, tx, after)
	}})
	return err
}

// make reads a report with the rights that its user has now, keeps it as a file and mails it.
func (a *Area) make(ctx context.Context, org *store.DB, j job.Job) error {
	var id string
	if err := j.Into(&id); err != nil {
		return job.Never(err)
	}
	var r Run
	var by store.Actor
	err := org.Read(ctx, store.System(), func(ctx context.Context, tx *store.Tx) (err error) {
		var ok bool
		if r, ok, err = store.Get[Run](ctx, tx, `SELECT * FROM analytics_run WHERE id = ? AND state = 'waiting'`, id); err != nil || !ok {
			return err
		}
		by, err = a.People.Actor(ctx, tx, r.By)
		return err
	})
	if r.ID == "" {
		return err // made already
	}
	if err == nil {
		err = a.write(ctx, org, &r, by)
	}
	if err != nil {
		r.Trouble = troubleOf(err)
		if r.Trouble == "" && j.Attempts+1 < job.Attempts {
			return err // a fault: it is tried again
		}
		if r.Trouble == "" {
			r.Trouble = "report-not-made"
		}
		r.State = RunFailed
	}
	// Also where the time for the attempt has run out: a run that is noted as waiting is waited for.
	_, werr := org.Write(context.WithoutCancel(ctx), store.Command{By: store.System(), Do: func(ctx context.Context, tx *store.Tx) error {
		if _, waits, err := store.Get[string](ctx, tx, `SELECT id FROM analytics_run WHERE id = ? AND state = 'waiting'`, r.ID); err != nil || !waits {
			return err
		}
		if r.State == RunMade {
			if err := store.KeepBlob(ctx, tx, r.Blob, r.Size, report.FileType); err != nil {
				return err
			}
		}
		r.MadeAt = store.At(tx.Now)
		if _, err := tx.ExecContext(ctx, `UPDATE analytics_run SET state = ?, trouble = ?, n = ?, size = ?, blob = ?, sight = ?, made_at = ? WHERE id = ?`, r.State, r.Trouble, r.N, r.Size, r.Blob, r.Sight, r.MadeAt, r.ID); err != nil {
			return err
		}
		return r.mail(ctx, tx, by.Language)
	}})
	return werr
}

// troubleOf is the code of the refusal as the list of files tells it.
func troubleOf(err error) string {
	no, ok := fail.As(err)
	switch {
	case !ok:
		return ""
	case no.Code == "no-right":
		return "report-right-withdrawn"
	case len(no.Fields) > 0:
		return no.Fields[0].Code
	}
	return no.Code
}

// write makes the file.
func (a *Area) write(ctx context.Context, org *store.DB, r *Run, by store.Actor) error {
	for _, need := range []right.Right{right.SeeReports, right.ScheduleReports} {
		if !by.May(need) {
			return fail.Forbidden("no-right", "right", string(need))
		}
	}
	var rows []Line
	err := org.Read(ctx, by, func(ctx context.Context, tx *store.Tx) (err error) {
		rows, err = a.Lines(ctx, tx, LinesReq{Subject: r.Subject, Warehouse: r.Warehouse, Carrier: r.Carrier, Span: report.Span{From: r.From, To: r.To}})
		return err
	})
	if err != nil {
		return err
	}
	body, err := report.CSV(rows, r.Columns)
	if err != nil {
		return err
	}
	r.N, r.Size, r.State = int64(len(rows)), int64(len(body)), RunMade
	if by.Warehouses != nil {
		r.Sight.V = &by.Warehouses
	}
	r.Blob, err = a.Blobs.Put(ctx, org.Name, report.FileType, body)
	return err
}

// mail sends the file to those who were named.
func (r *Run) mail(ctx context.Context, tx *store.Tx, language string) error {
	if r.State != RunMade || len(r.Recipients) == 0 {
		return nil
	}
	if !slices.Contains(message.Languages, language) {
		language = message.Languages[0]
	}
	params := map[string]any{"name": r.Name, "from": r.From, "to": r.To, "n": r.N}
	subject, body := message.Text(language, "letter-report-subject", params), message.Text(language, "letter-report-body", params)
	for _, to := range r.Recipients {
		if err := tx.Emit(ctx, event.MailDue{Key: "report/" + r.ID + "/" + to, To: []string{to}, Subject: subject, Body: body, Files: []event.MailFile{{Blob: r.Blob, Name: r.file()}}, Owner: r.By}); err != nil {
			return err
		}
	}
	return nil
}

// file is the name under which the file is saved.
func (r *Run) file() string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(`\/:*?"<>|`, c) || c < ' ' {
			return '-'
		}
		return c
	}, r.Name) + " " + r.From + " " + r.To + ".csv"
}

// Runs lists the user's reports, the newest first.
func (a *Area) Runs(ctx context.Context, tx *store.Tx, _ op.None) ([]Run, error) {
	return store.Select[Run](ctx, tx, `SELECT * FROM analytics_run WHERE by_user = ? ORDER BY asked_at DESC, id DESC LIMIT 500`, tx.By.User)
}

// RunReq names one making of a report.
type RunReq struct {
	ID string `json:"FileId" validate:"required,max=40"`
}

// mine finds a file of the user's that the rights of this moment still let the user have.
func mine(ctx context.Context, tx *store.Tx, id string) (Run, error) {
	r, ok, err := store.Get[Run](ctx, tx, `SELECT * FROM analytics_run WHERE id = ? AND by_user = ?`, id, tx.By.User)
	switch {
	case err != nil:
		return r, err
	case !ok || r.State != RunMade:
		return r, fail.NotFound("report-file-unknown")
	case !tx.By.May(opens[r.Subject]):
		return r, fail.Forbidden("no-right", "right", string(opens[r.Subject]))
	case tx.By.Warehouses == nil:
		return r, nil
	case r.Sight.V == nil:
		return r, fail.Forbidden("report-file-wider")
	}
	for _, w := range *r.Sight.V {
		if !tx.By.SeesWarehouse(w) {
			return r, fail.Forbidden("report-file-wider")
		}
	}
	return r, nil
}

// File gives a file that was made earlier, as it was made.
func (a *Area) File(ctx context.Context, c *op.Call, req RunReq) (op.Download, error) {
	db, err := a.Orgs(ctx, c.Org)
	if err != nil {
		return op.Download{}, err
	}
	var r Run
	if err := db.Read(ctx, c.By, func(ctx context.Context, tx *store.Tx) (err error) {
		r, err = mine(ctx, tx, req.ID)
		return err
	}); err != nil {
		return op.Download{}, err
	}
	body, _, err := a.Blobs.Open(ctx, c.Org, r.Blob)
	if err != nil {
		return op.Download{}, err
	}
	defer func() { _ = body.Close() }()
	all, err := io.ReadAll(body)
	return op.Download{Name: r.file(), Type: report.FileType, Body: bytes.NewReader(all)}, err
}

// DeleteFile deletes a file; the log keeps that there was one. The bytes go once nothing names them.
func (a *Area) DeleteFile(ctx context.Context, tx *store.Tx, req RunReq) (Run, error) {
	r, ok, err := store.Get[Run](ctx, tx, `SELECT * FROM analytics_run WHERE id = ? AND by_user = ?`, req.ID, tx.By.User)
	if err == nil && (!ok || r.State != RunMade) {
		err = fail.NotFound("report-file-unknown")
	}
	if err != nil {
		return r, err
	}
	r.State, r.Blob = RunDeleted, ""
	_, err = tx.ExecContext(ctx, `UPDATE analytics_run SET state = 'deleted', blob = '' WHERE id = ?`, r.ID)
	return r, err
}
