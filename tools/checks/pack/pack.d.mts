/** A folder for temporary files outside the workspace. */
export function temporary(...parts: string[]): string
/** A new folder inside another, to be filled and then settled. */
export function draftIn(folder: string): string
/** Moves a draft into place, so that nobody finds half of it. */
export function settle(draft: string, folder: string): void
/** Removes entries that were made some days ago. */
export function forgetOld(folder: string): void
