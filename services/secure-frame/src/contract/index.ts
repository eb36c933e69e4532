/**
 * HTTP between the frame's page and its service: paths, schemas of requests and answers, names of
 * refusals, and the proof that every request carries. Bodies are JSON of 16 kB at most. Every request
 * below `/v1/` carries a proof; those with a token are all but the start and the check of a sign-in and
 * `session/resume`. The device's cookie goes along by itself.
 * @packageDocumentation
 */
export * from './bodyFields.js'
export * from './emailChange.js'
export * from './fields.js'
export * from './linking.js'
export * from './page.js'
export * from './proof.js'
export * from './reasons.js'
export * from './signIn.js'
export * from './social.js'
export * from './user.js'
export * from './wallet.js'
