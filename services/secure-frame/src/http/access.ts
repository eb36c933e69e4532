import { type Access } from '@latchkey/service-kit'

/** No page of another origin reads an answer: where one may, its route says so. */
export const NO_CORS: Access = {
  refusalOf: () => undefined,
  isKnownOrigin: () => false,
  isKnownProject: () => false,
}
