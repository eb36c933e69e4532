import { type Refusal, refusal } from './refusal.js'

const REASON = 'store'
const RETRY_AFTER_SECONDS = '2'

/** A request cannot be answered because the database is away. */
export const storeAway = () =>
  refusal(503, REASON, 'The database does not answer now. Ask again later.', {
    'Retry-After': RETRY_AFTER_SECONDS,
  })

/** Whether it was refused because the database is away. */
export const isOfStore = ({ reason }: Refusal): boolean => reason === REASON
