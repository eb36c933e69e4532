/** Both parts of Connect in one file: a second request would cost more than their bytes. */
export { EmailForm } from './EmailForm.js'
export { Socials } from './Socials.js'
