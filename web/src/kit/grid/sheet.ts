import { whose } from '../version/whose'
import type { Words } from '../words/words'
import { type GridColumn, lockedIn } from './column'
import { faultOf, type Manner, read } from './values'

/** One cell that shall have another text. */
export interface Put {
  id: string
  key: string
  text: string
}

/** A cell as it was changed here: `seen` is what the data said then. */
interface Edit {
  text: string
  seen: string
}

interface CellStep {
  id: string
  key: string
  before: string
  after: string
}
type Step = { cells: CellStep[]; added: Added[]; removed: string[] }

/** A row that does not exist in the data yet: a copy of the empty form of another, below it. */
export interface Added {
  id: string
  /** The row of the data that it belongs to. */
  of: string
  after: string
}

/** What stood typed in a sheet at one moment. */
export interface Typed {
  edits: ReadonlySet<Edit>
  removed: ReadonlySet<string>
}

/** What is kept of unsaved work. */
export interface Draft {
  edits: [id: string, key: string, text: string, seen: string][]
  added: Added[]
  removed: string[]
}

export interface SheetOptions<R> {
  id: (row: R) => string
  manner: Manner
  /** An empty row below another one, where rows can be added. */
  blank?: (of: R, id: string) => R
  /** What rows of one thing share. */
  group?: (row: R) => string
  /** Makes ids of added rows. */
  newId?: () => string
}

const none: ReadonlyMap<string, Edit> = new Map()
const deep = 200 // steps back

/**
 * The cells of an editable grid, without a screen: data that may change under the person, what they typed on top of it, what is wrong with
 * it, and the way back. Data is never touched; whoever owns it saves what was changed, by its own commands.
 */
export class Sheet<R> {
  private base = new Map<string, R>()
  private order: string[] = []
  private readonly edits = new Map<string, Map<string, Edit>>()
  private added = new Map<string, Added>()
  private readonly removed = new Set<string>()
  private readonly gone = new Set<string>()
  private readonly versions = new Map<string, number>()
  private readonly faults = new Map<string, { version: number; by: Map<string, Words> }>()
  private undone: Step[] = []
  private done: Step[] = []
  private readonly watchers = new Set<() => void>()
  private byKey: Map<string, GridColumn<R>>
  /** Raised by every change: a screen draws again when it has another one. */
  version = 0

  constructor(
    public columns: readonly GridColumn<R>[],
    private readonly o: SheetOptions<R>,
  ) {
    this.byKey = new Map(columns.map((c) => [c.key, c]))
  }

  subscribe = (then: () => void) => {
    this.watchers.add(then)
    return () => {
      this.watchers.delete(then)
    }
  }

  private changed(ids?: Iterable<string>) {
    this.version++
    for (const id of ids ?? this.order) this.versions.set(id, this.version)
    for (const w of this.watchers) w()
  }

  setColumns(columns: readonly GridColumn<R>[]) {
    if (columns === this.columns) return
    this.columns = columns
    this.byKey = new Map(columns.map((c) => [c.key, c]))
    this.faults.clear()
    this.changed()
  }

  /**
   * Takes the data as it is now. Rows keep their places under the person's hands; new ones come in at their own place among those before and after them.
   * An edit that the data has caught up with is none any more. A row that is gone stays while something unsaved is in it.
   */
  setRows(rows: readonly R[]) {
    const next = new Map(rows.map((r) => [this.o.id(r), r]))
    const touched = new Set<string>()
    for (const [id, row] of next) {
      if (this.base.get(id) !== row) touched.add(id)
      const edits = this.edits.get(id)
      for (const [key, edit] of edits ?? []) if (this.byKey.get(key)?.text(row) === edit.text) edits?.delete(key)
      if (edits?.size === 0) this.edits.delete(id)
      this.gone.delete(id)
    }
    for (const [id, row] of this.base)
      if (!next.has(id)) {
        touched.add(id)
        if (this.edits.has(id)) {
          this.gone.add(id)
          next.set(id, row)
        } else {
          this.removed.delete(id)
          for (const a of [...this.added.values()]) if (a.of === id) this.added.delete(a.id)
        }
      }
    const known = new Set(this.order)
    const fresh = this.order.length === 0
    this.base = next
    const kept = this.order.filter((id) => next.has(id) || this.added.has(id))
    if (fresh) this.order = [...next.keys()]
    else {
      this.order = kept
      let before: string | undefined
      const places = new Map(kept.map((id, n) => [id, n]))
      const inserts = new Map<number, string[]>()
      for (const r of rows) {
        const id = this.o.id(r)
        if (known.has(id)) before = id
        else {
          const at = before === undefined ? 0 : (places.get(before) ?? kept.length - 1) + 1
          inserts.set(at, [...(inserts.get(at) ?? []), id])
        }
      }
      if (inserts.size > 0)
        this.order = [...kept, undefined].flatMap((id, n) => [...(inserts.get(n) ?? []), ...(id === undefined ? [] : [id])])
    }
    for (const a of this.added.values()) if (!this.order.includes(a.id)) this.place(a)
    this.match(touched)
    this.changed(touched)
  }

  private place(a: Added) {
    const at = this.order.indexOf(a.after)
    this.order.splice(at < 0 ? this.order.length : at + 1, 0, a.id)
  }

  private terms: string[] = []
  private picked: Set<string> | undefined
  private seen: { version: number; ids: readonly string[]; picked: boolean } | undefined

  /** All rows in their places, without those that were taken out. */
  get all(): readonly string[] {
    return this.removed.size === 0 ? this.order : this.order.filter((id) => !this.removed.has(id))
  }

  /** The rows that are shown, in their places. */
  get ids(): readonly string[] {
    return this.inSight.ids
  }
  /** Whether only what was picked is shown. A pick of which no row is left counts no longer. */
  get isPicked(): boolean {
    return this.inSight.picked
  }
  /** So many things have a row, and so many of them are shown. */
  get counts(): { all: number; shown: number } {
    const of = (ids: readonly string[]) => new Set(ids.map(this.groupOf)).size
    const all = of(this.all)
    return { all, shown: this.ids.length === this.all.length ? all : of(this.ids) }
  }
  private get inSight() {
    if (this.seen?.version !== this.version) {
      const all = this.all
      const picked = this.picked && all.filter((id) => this.picked?.has(this.groupOf(id)))
      const among = picked && picked.length > 0 ? picked : all
      const ids = this.terms.length === 0 ? among : among.filter((id) => this.kept.has(this.groupOf(id)))
      this.seen = { version: this.version, ids, picked: among !== all }
    }
    return this.seen
  }

  private kept = new Set<string>()
  /** Rows of one thing, such as the lines of an order, share a name. */
  groupOf = (id: string): string => {
    const row = this.row(id)
    return row === undefined ? id : (this.o.group?.(row) ?? id)
  }

  /** Shows only the rows in which one of the texts stands, with their fellows; all of them where there is none. What is hidden keeps its edits. */
  only(terms: readonly string[]) {
    this.terms = terms.map((t) => t.trim().toLowerCase()).filter(Boolean)
    this.kept = new Set()
    this.match()
    this.changed([])
  }

  /** Shows only these rows, with their fellows, whatever becomes of them; all again where none are named. */
  pick(ids?: Iterable<string>) {
    this.picked = ids && new Set([...ids].map(this.groupOf))
    this.changed([])
  }

  /** Shows a row, whatever is looked for. */
  reveal(id: string) {
    const group = this.groupOf(id)
    if (this.ids.includes(id)) return
    if (this.terms.length > 0) this.kept.add(group)
    if (this.isPicked) this.picked?.add(group)
    this.changed([])
  }

  /** What was shown stays, even where somebody just typed away what was looked for. */
  private match(among: Iterable<string> = this.all) {
    if (this.terms.length === 0) return
    for (const id of among) {
      if (this.removed.has(id)) continue
      const group = this.groupOf(id)
      if (this.kept.has(group)) continue
      const hit = this.columns.some((c) => {
        const text = this.shown(id, c).toLowerCase()
        return text !== '' && this.terms.some((t) => text.includes(t))
      })
      if (hit) this.kept.add(group)
    }
  }

  private readonly blanks = new Map<string, R>()
  row(id: string): R | undefined {
    const row = this.base.get(id)
    if (row) return row
    const added = this.added.get(id)
    const of = added && this.base.get(added.of)
    if (!of || !this.o.blank) return undefined
    const made = this.blanks.get(id) ?? this.o.blank(of, id)
    this.blanks.set(id, made)
    return made
  }

  versionOf = (id: string) => this.versions.get(id) ?? 0
  isAdded = (id: string) => this.added.has(id)
  isGone = (id: string) => this.gone.has(id)
  addedTo = (of: string) => [...this.added.values()].filter((a) => a.of === of)

  text(id: string, key: string): string {
    const edit = this.edits.get(id)?.get(key)
    if (edit) return edit.text
    const row = this.row(id)
    return row === undefined ? '' : (this.byKey.get(key)?.text(row) ?? '')
  }

  /** What a person reads in the cell. */
  shown(id: string, c: GridColumn<R>): string {
    const text = this.text(id, c.key)
    const row = this.row(id)
    if (c.kind === 'flag' && text === 'yes') return '✓'
    return row === undefined ? text : (c.show?.(text, row, (key) => this.text(id, key)) ?? text)
  }

  isEdited = (id: string, key: string) => this.edits.get(id)?.has(key) ?? false
  editsOf = (id: string): ReadonlyMap<string, { text: string }> => this.edits.get(id) ?? none

  /** Where somebody else changed the very cell: both texts stand until one is chosen. */
  clash(id: string, key: string): { mine: string; theirs: string } | undefined {
    const edit = this.edits.get(id)?.get(key)
    const row = this.base.get(id)
    if (!edit || !row) return undefined
    const theirs = this.byKey.get(key)?.text(row) ?? ''
    const of = whose(edit.seen, edit.text, theirs)
    // What was typed back to what it was is typed all the same.
    return of === 'same' || of === 'mine' ? undefined : { mine: edit.text, theirs }
  }

  /** Decides between the two. */
  settle(id: string, key: string, whose: 'mine' | 'theirs') {
    const edit = this.edits.get(id)?.get(key)
    const found = this.clash(id, key)
    if (!edit || !found) return
    if (whose === 'mine') edit.seen = found.theirs
    else this.drop(id, key)
    this.changed([id])
  }

  /** Cells that somebody else changed as well. */
  get clashes(): { id: string; key: string }[] {
    const out: { id: string; key: string }[] = []
    for (const [id, edits] of this.edits) for (const key of edits.keys()) if (this.clash(id, key)) out.push({ id, key })
    return out
  }

  private drop(id: string, key: string) {
    const edits = this.edits.get(id)
    edits?.delete(key)
    if (edits?.size === 0) this.edits.delete(id)
  }

  locked(id: string, key: string): boolean {
    const row = this.row(id)
    const c = this.byKey.get(key)
    return !row || !c || this.gone.has(id) || lockedIn(c, row)
  }

  fault(id: string, key: string): Words | undefined {
    return this.faultsOf(id).get(key)
  }

  /** What is wrong in a row, by column. A row nobody touched is the data's own affair. */
  faultsOf(id: string): ReadonlyMap<string, Words> {
    const version = this.versionOf(id)
    const kept = this.faults.get(id)
    if (kept && kept.version === version) return kept.by
    const by = new Map<string, Words>()
    const row = this.row(id)
    if (row && this.isTouched(id)) {
      const of = (key: string) => this.text(id, key)
      for (const c of this.columns) {
        if (lockedIn(c, row)) continue
        const no = faultOf(c, of(c.key), row, of)
        if (no) by.set(c.key, no)
      }
    }
    this.faults.set(id, { version, by })
    return by
  }

  isTouched = (id: string) => this.edits.has(id) || this.added.has(id)

  /** Cells that hold something wrong, from the top down. */
  get wrong(): { id: string; key: string }[] {
    const out: { id: string; key: string }[] = []
    for (const id of this.all) for (const key of this.isTouched(id) ? this.faultsOf(id).keys() : []) out.push({ id, key })
    return out
  }

  /** Rows with unsaved work. */
  get touched(): string[] {
    return [...new Set([...this.edits.keys(), ...this.added.keys(), ...this.removed])].filter(
      (id) => this.base.has(id) || this.added.has(id),
    )
  }
  get cellCount(): number {
    let n = this.added.size + this.removed.size
    for (const edits of this.edits.values()) n += edits.size
    return n
  }
  get removedIds(): ReadonlySet<string> {
    return this.removed
  }

  private write(id: string, key: string, text: string) {
    const c = this.byKey.get(key)
    const row = this.row(id)
    if (!c || row === undefined) return
    const now = c.text(row)
    if (text === now) return this.drop(id, key)
    const edits = this.edits.get(id) ?? new Map<string, Edit>()
    const old = edits.get(key)
    edits.set(key, { text, seen: old?.seen ?? now })
    this.edits.set(id, edits)
  }

  /** Writes cells as one step that can be taken back. Locked cells are passed over. Returns how many were written. */
  put(puts: readonly Put[]): number {
    const cells: CellStep[] = []
    const one = (id: string, key: string, text: string) => {
      const before = this.text(id, key)
      if (text === before) return
      cells.push({ id, key, before, after: text })
      this.write(id, key, text)
    }
    let n = 0
    for (const p of puts) {
      const c = this.byKey.get(p.key)
      const row = this.row(p.id)
      if (!c || row === undefined || this.locked(p.id, p.key)) continue
      const text = read(c, p.text, row, this.o.manner)
      n++
      if (text === this.text(p.id, p.key)) continue
      one(p.id, p.key, text)
      const more = c.fill?.(text, row, (key) => this.text(p.id, key))
      for (const [key, value] of Object.entries(more ?? {})) if (!this.locked(p.id, key)) one(p.id, key, value)
    }
    this.note({ cells, added: [], removed: [] })
    return n
  }

  private note(step: Step) {
    if (step.cells.length + step.added.length + step.removed.length === 0) return
    this.done.push(step)
    if (this.done.length > deep) this.done.shift()
    this.undone = []
    this.changed(new Set([...step.cells.map((c) => c.id), ...step.added.map((a) => a.id), ...step.removed]))
  }

  get canUndo() {
    return this.done.length > 0
  }
  get canRedo() {
    return this.undone.length > 0
  }

  /** Takes the last step back; the first cell of it, for the screen to show. */
  undo(): Put | undefined {
    const step = this.done.pop()
    if (!step) return undefined
    for (const c of step.cells.toReversed()) this.write(c.id, c.key, c.before)
    for (const a of step.added) this.takeAway(a.id)
    for (const id of step.removed) this.removed.delete(id)
    this.undone.push(step)
    return this.after(step, 'before')
  }

  redo(): Put | undefined {
    const step = this.undone.pop()
    if (!step) return undefined
    for (const a of step.added) this.bring(a)
    for (const id of step.removed) this.removed.add(id)
    for (const c of step.cells) this.write(c.id, c.key, c.after)
    this.done.push(step)
    return this.after(step, 'after')
  }

  private after(step: Step, which: 'before' | 'after'): Put | undefined {
    this.changed(new Set([...step.cells.map((c) => c.id), ...step.added.map((a) => a.id), ...step.removed]))
    const first = step.cells[0]
    const id = first?.id ?? step.removed[0] ?? step.added[0]?.after
    return id === undefined ? undefined : { id, key: first?.key ?? this.columns[0]?.key ?? '', text: first?.[which] ?? '' }
  }

  private bring(a: Added) {
    if (this.added.has(a.id)) return
    this.added.set(a.id, a)
    this.place(a)
  }
  private takeAway(id: string) {
    this.added.delete(id)
    this.edits.delete(id)
    this.order = this.order.filter((o) => o !== id)
  }

  /** Adds an empty row below another. */
  add(after: string): string | undefined {
    const of = this.added.get(after)?.of ?? after
    if (!this.o.blank || !this.o.newId || !this.base.has(of) || this.gone.has(of)) return undefined
    const a: Added = { id: this.o.newId(), of, after }
    this.bring(a)
    this.note({ cells: [], added: [a], removed: [] })
    return a.id
  }

  /** Takes rows out; saving does it in the data. */
  remove(ids: readonly string[]) {
    const out = ids.filter((id) => this.all.includes(id) && !this.gone.has(id))
    for (const id of out) this.removed.add(id)
    this.note({ cells: [], added: [], removed: out })
  }

  /** What is typed and taken out at this moment. */
  typed(): Typed {
    return { edits: new Set([...this.edits.values()].flatMap((cells) => [...cells.values()])), removed: new Set(this.removed) }
  }

  /** Forgets what was typed into rows: it is saved now, or not wanted. What was typed after the moment of `saved` stays. */
  forget(ids: Iterable<string>, saved = this.typed()) {
    const list = [...ids]
    for (const id of list) {
      for (const [key, edit] of this.edits.get(id) ?? []) if (saved.edits.has(edit)) this.drop(id, key)
      if (saved.removed.has(id)) this.removed.delete(id)
      if (this.added.has(id)) this.takeAway(id)
      if (!this.edits.has(id) && this.gone.delete(id)) {
        this.base.delete(id)
        this.order = this.order.filter((o) => o !== id)
      }
    }
    this.changed(list)
  }

  draft(): Draft | undefined {
    if (this.cellCount === 0) return undefined
    const edits: Draft['edits'] = []
    for (const [id, cells] of this.edits) for (const [key, e] of cells) edits.push([id, key, e.text, e.seen])
    return { edits, added: [...this.added.values()], removed: [...this.removed] }
  }

  /** Puts unsaved work of earlier on top of the data. What the data says by now is left out. */
  restore(draft: Draft) {
    for (const a of draft.added) if (this.base.has(a.of)) this.bring(a)
    for (const id of draft.removed) if (this.base.has(id)) this.removed.add(id)
    for (const [id, key, text, seen] of draft.edits) {
      const row = this.row(id)
      const c = this.byKey.get(key)
      if (!row || !c || c.text(row) === text || lockedIn(c, row)) continue
      const edits = this.edits.get(id) ?? new Map<string, Edit>()
      edits.set(key, { text, seen })
      this.edits.set(id, edits)
    }
    this.changed()
  }
}
