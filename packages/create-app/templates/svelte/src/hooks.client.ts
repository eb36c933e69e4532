import type { ClientInit } from '@sveltejs/kit'

/** Runs once in the browser, before the page starts. */
export const init: ClientInit = async () => {
  if (import.meta.env.DEV) (await import('./burner')).installBurner()
}
