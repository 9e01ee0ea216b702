/** A place on the screen, in the page's pixels. */
export interface Point {
  x: number
  y: number
}

/** What the tests need of a browser that Playwright does not drive. Keys and pointers are those that a person has, not events that a script makes. */
export interface Driver {
  /** Begins to listen to the page that is shown. */
  listen(): Promise<void>
  /** What its console was told of errors since then, what no code caught, and what its policy forbade. */
  troubles(): Promise<string[]>
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a function in the page, by its text. */
  run<A extends unknown[], R>(fn: (...args: A) => R | Promise<R>, ...args: A): Promise<R>
  /** Presses a pointer at the first place, moves it along the others and lets go. */
  draw(...points: Point[]): Promise<void>
  /** Types, with so many ms between two keys. */
  type(text: string, pause?: number): Promise<void>
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export const size = { width: 1280, height: 900 }
