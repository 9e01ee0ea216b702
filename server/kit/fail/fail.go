// Package fail is the error that a person reads: a code of the message catalogue with its parameters.
// Any other error is ours, not theirs; they are told that something went wrong, and the log has the rest.
package fail

import (
	"errors"
	"fmt"
	"net/http"
)

// Field is a rule that one field of a request breaks. Field is the path as the wire spells it: "Items[2].Weight".
type Field struct {
	Field   string         `json:"field"`
	Code    string         `json:"code"`
	Params  map[string]any `json:"params,omitempty"`
	Message string         `json:"message"` // the code in words, filled in at the edge in the reader's language
}

// Error is a refusal: Status is the HTTP status, Code the message's id, Params what the message names.
type Error struct {
	Status int
	Code   string
	Params map[string]any
	Fields []Field
	Row    any // the server's current row, where a device should show what stands instead
}

func (e *Error) Error() string {
	if len(e.Fields) > 0 {
		return fmt.Sprintf("%s %v: %s %s", e.Code, e.Params, e.Fields[0].Field, e.Fields[0].Code)
	}
	return fmt.Sprintf("%s %v", e.Code, e.Params)
}

// Settled tells whether asking again cannot help: true for every refusal but "later" and "full".
func (e *Error) Settled() bool {
	return e.Status != http.StatusTooManyRequests && e.Status != http.StatusServiceUnavailable && e.Status != http.StatusInsufficientStorage
}

// With attaches the row that stands.
func (e *Error) With(row any) *Error { e.Row = row; return e }

// New makes a refusal. kv are the message's parameters: name, value, name, value.
func New(status int, code string, kv ...any) *Error {
	e := &Error{Status: status, Code: code}
	for i := 0; i+1 < len(kv); i += 2 {
		if e.Params == nil {
			e.Params = map[string]any{}
		}
		e.Params[fmt.Sprint(kv[i])] = kv[i+1]
	}
	return e
}

// Malformed is a request that cannot be read.
func Malformed(code string, kv ...any) *Error { return New(http.StatusBadRequest, code, kv...) }

// Unauthorized is a request without a valid session.
func Unauthorized(code string, kv ...any) *Error { return New(http.StatusUnauthorized, code, kv...) }

// Forbidden is a request that this person may not make.
func Forbidden(code string, kv ...any) *Error { return New(http.StatusForbidden, code, kv...) }

// NotFound is a thing that is unknown, or another organisation's.
func NotFound(code string, kv ...any) *Error { return New(http.StatusNotFound, code, kv...) }

// Conflict is a state machine that says no.
func Conflict(code string, kv ...any) *Error { return New(http.StatusConflict, code, kv...) }

// Invalid is a rule that fields break.
func Invalid(fields ...Field) *Error {
	return &Error{Status: http.StatusUnprocessableEntity, Code: "invalid-fields", Fields: fields}
}

// Of is one broken rule on one field.
func Of(field, code string, kv ...any) Field {
	return Field{Field: field, Code: code, Params: New(0, code, kv...).Params}
}

// As finds the refusal in an error.
func As(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}

// CodeOf is the refusal's code, or "" where the error is ours.
func CodeOf(err error) string {
	if e, ok := As(err); ok {
		return e.Code
	}
	return ""
}
