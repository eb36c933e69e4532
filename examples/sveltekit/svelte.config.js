import adapter from '@sveltejs/adapter-node'

/** The style attribute of the element by which Kit tells screen readers of a new page. */
const ANNOUNCER = 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='

/** The policy that a strict host sends. Kit adds a nonce for its own script. */
const directives = {
  'default-src': ['none'],
  'script-src': ['self'],
  'style-src': ['self'],
  'style-src-attr': ['unsafe-hashes', ANNOUNCER],
  'img-src': ['self', 'data:'],
  'connect-src': ['self'],
  'base-uri': ['none'],
  'form-action': ['none'],
}

/** @type {import('@sveltejs/kit').Config} */
export default { kit: { adapter: adapter(), csp: { directives } } }
