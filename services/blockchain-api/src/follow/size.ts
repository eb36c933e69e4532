/** Entries that a window should bring: so many are written within a fraction of a second. */
const WANTED = 2_000

/** How many blocks a window has: more while they bring little, fewer when a node refuses. */
export class Size {
  readonly most: number
  now: number

  constructor(first: number, most: number) {
    this.now = first
    this.most = most
  }

  isTooMuch(entries: number): boolean {
    return entries > WANTED
  }

  /** @param entries that the last window brought */
  grow(entries: number): void {
    if (this.isTooMuch(entries)) this.shrink()
    else if (entries < WANTED / 2) this.now = Math.min(this.now * 2, this.most)
  }

  /** @returns false where a window is one block already */
  shrink(): boolean {
    const could = this.now > 1
    this.now = Math.max(1, this.now >> 1)
    return could
  }
}
