/** The page, as the game sees it. */
export interface Table {
  /** Draws the lanterns of the contract's answer. */
  draw(lit: number): void
  say(text: string): void
  log(lantern: number, transaction: string): void
  /** How many moves are left; a text where none are. */
  left(text: string): void
  /** The lantern whose move is on its way. */
  busy(lantern: number | undefined): void
  /** Which of the buttons can be pressed. */
  enable(buttons: Partial<Record<'grant' | 'new' | 'list' | 'revoke' | 'board', boolean>>): void
}
