package store

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"lading/server/kit/bucket"
	"lading/server/kit/localfile"
)

// Programs before this one kept what a folder's replica holds of a life under that folder's name as an address spells it, which is another one where
// the name has a space or a letter beyond ASCII. What else the replica holds, such as a life's head, lay in the folder that was named.

func folderOf(b *bucket.Bucket, key string) string {
	return filepath.Join(b.Folder, filepath.FromSlash(key))
}

// formerly is where they kept what belongs into a folder: by its address as the library cleaned that, which loses the host of a share of Windows. A drive of
// Windows had no such place: the library made a folder's name of its letter and colon, which Windows refuses.
func formerly(at string) string {
	slashed := filepath.ToSlash(at)
	if !strings.HasPrefix(slashed, "/") {
		return at
	}
	return filepath.FromSlash(path.Clean((&url.URL{Path: slashed}).String()))
}

// former is a life's folder at the old place, if files of it lie there; else empty. With a head beside them they are of another replica, whose folder
// happens to be called so.
func former(at string) (string, error) {
	was := formerly(at)
	if was == at {
		return "", nil
	}
	if ok, err := there(filepath.Join(was, "ltx")); err != nil || !ok {
		return "", err
	}
	if ok, err := there(filepath.Join(was, "head")); err != nil || ok {
		return "", err
	}
	return was, nil
}

// lies is the folder that a life's files are to be read from.
func lies(at string) (string, error) {
	was, err := former(at)
	if err != nil || was == "" {
		return at, err
	}
	now, err := there(filepath.Join(at, "ltx"))
	if err != nil || !now {
		return was, err
	}
	slog.Warn("a life of the replica lies in two folders; what an earlier version kept is not used", "used", at, "not used", was)
	return at, nil
}

// there reports whether a folder is there; that nobody may look is no answer.
func there(name string) (bool, error) {
	_, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return false, nil
	}
	return err == nil, err
}

// bring moves a life's files to its folder. Where they cannot be moved, they are read and written where they lie.
func bring(b *bucket.Bucket, key string) {
	if b.Folder == "" {
		return
	}
	at := folderOf(b, key)
	was, err := former(at)
	if err != nil || was == "" {
		return // whoever reads tells of it
	}
	from, to := filepath.Join(was, "ltx"), filepath.Join(at, "ltx")
	if now, err := there(to); err != nil || now {
		return
	}
	if err := errors.Join(os.MkdirAll(at, 0o700), move(from, to)); err != nil {
		slog.Warn("a life of the replica cannot be moved to its folder", "from", from, "to", to, "err", err)
		return
	}
	_ = os.Remove(was)
}

// erase deletes a life from the replica, at the old place first: by its folder it is found again if this is cut off half-way.
func erase(ctx context.Context, b *bucket.Bucket, key string) error {
	if b.Folder != "" {
		was, err := former(folderOf(b, key))
		if err == nil && was != "" {
			err = os.RemoveAll(was)
		}
		if err != nil {
			return err
		}
	}
	return b.Remove(ctx, key)
}

// eraseAll deletes all lives of a database from the replica, also those that are at the old place only.
func eraseAll(ctx context.Context, b *bucket.Bucket, key string) error {
	if was := formerly(folderOf(b, key)); b.Folder != "" && was != folderOf(b, key) {
		list, err := os.ReadDir(was)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			return err
		}
		for _, e := range list {
			if !lifeName.MatchString(e.Name()) {
				continue
			}
			if err := erase(ctx, b, path.Join(key, e.Name())); err != nil {
				return err
			}
		}
		_ = os.Remove(was) // if nothing else is in it
	}
	return b.Remove(ctx, key)
}

// move renames a folder, or copies it where a rename does not lead to the other disk. There is never half of it under the new name.
func move(from, to string) error {
	err := localfile.Rename(from, to)
	if err == nil {
		return localfile.FlushFolder(filepath.Dir(to))
	}
	if !errors.Is(err, syscall.EXDEV) && runtime.GOOS != "windows" { // Windows has several answers to that
		return err
	}
	moving := to + ".moving"
	err = errors.Join(os.RemoveAll(moving), duplicate(from, moving))
	if err == nil {
		err = localfile.Rename(moving, to)
	}
	if err != nil {
		return errors.Join(err, os.RemoveAll(moving))
	}
	if err := localfile.FlushFolder(filepath.Dir(to)); err != nil {
		return err
	}
	return os.RemoveAll(from)
}

// duplicate copies a folder with its files' times, which say when each piece was made, and has the disk keep it.
func duplicate(from, to string) error {
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return err
	}
	return filepath.WalkDir(to, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(to, name)
		if err != nil {
			return err
		}
		info, err := os.Stat(filepath.Join(from, rel))
		if err != nil {
			return err
		}
		flush := localfile.Flush
		if d.IsDir() {
			flush = localfile.FlushFolder
		}
		return errors.Join(os.Chmod(name, info.Mode().Perm()), os.Chtimes(name, info.ModTime(), info.ModTime()), flush(name))
	})
}
