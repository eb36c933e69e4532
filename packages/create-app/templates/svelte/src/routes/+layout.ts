// Pages are drawn when the site is built, and any server of files will do.
export const prerender = true
