package org

import (
	"net/url"
	"slices"

	"lading/server/kit/fail"
	"lading/server/kit/page"
	"lading/server/kit/right"
	"lading/server/resource"
	"lading/server/store"
)

// VideoReq is a video that shows how something is done. It is opened where it stands, on its owner's site, and never embedded.
type VideoReq struct {
	ID       string `json:"VideoId" db:"id" validate:"max=40"`
	Title    string `json:"Title" db:"title" validate:"required,max=120" field:"trim"`
	Page     string `json:"Page" db:"page" validate:"max=60"` // its name; empty is a video of no page
	URL      string `json:"Url" db:"url" validate:"required,url,max=500" field:"trim"`
	Language string `json:"Language" db:"language" validate:"required,oneof=en es fr"` // that it is spoken in
	resource.Based
}

// Video is a video as it is kept.
type Video struct {
	VideoReq
	resource.Stamp
}

// Check wants a link that a browser opens safely, and a page that users have.
func (r *VideoReq) Check() (bad []fail.Field) {
	if u, err := url.Parse(r.URL); r.URL != "" && (err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil) {
		bad = append(bad, fail.Of("Url", "video-link"))
	}
	if _, ok := pageOf(r.Page); !ok && r.Page != "" {
		bad = append(bad, fail.Of("Page", "video-page"))
	}
	return bad
}

// pageOf is a page of the signed-in user's by its name.
func pageOf(name string) (page.Page, bool) {
	at := slices.IndexFunc(page.All, func(p page.Page) bool { return p.Name == name && p.ID != nil && !p.Public })
	if at < 0 {
		return page.Page{}, false
	}
	return page.All[at], true
}

// seesVideo reports whether the video's page is the user's to open: its title may say what is done there.
func seesVideo(by store.Actor, v *Video) bool {
	if v.Page == "" || by.Admin {
		return true
	}
	p, ok := pageOf(v.Page)
	return ok && by.Pages[*p.ID]
}

func videos(a *Area) *resource.Table[VideoReq, Video] {
	return resource.Of(resource.Spec[VideoReq, Video]{
		Table: "org_video", Noun: "video", Order: "page, title COLLATE NOCASE", Read: right.SignedIn, Write: right.ManageOrganisation,
		Sees:   seesVideo,
		Unique: []resource.Unique{{Columns: []string{"title", "language"}, Field: "Title", Fold: true}},
		Paths:  resource.Paths{List: "Org/Videos", Save: "Org/SaveVideo", End: "Org/DeleteVideo", Restore: "Org/RestoreVideo"},
	})
}
