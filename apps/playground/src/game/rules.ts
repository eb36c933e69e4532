/** The board has three rows of three. */
export const SIDE = 3
export const LANTERNS = SIDE * SIDE
const ALL = 2 ** LANTERNS - 1

/** The numbers of the lanterns that are lit, of the bits that the contract tells. */
export const isLit = (lit: number, lantern: number): boolean => (lit & (1 << lantern)) !== 0
export const isWon = (lit: number): boolean => (lit & ALL) === ALL

/** Where a lantern is, as a person counts. */
export const placeOf = (lantern: number): { row: number; column: number } => ({
  row: Math.floor(lantern / SIDE) + 1,
  column: (lantern % SIDE) + 1,
})
