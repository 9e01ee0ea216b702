/** Gives the rows the keyboard. */
export const toRows = (within: Element | null | undefined) => within?.querySelector<HTMLElement>('[role="grid"]')?.focus()
