import { NAMESPACE } from './networks.js'

const MARK =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">' +
  '<path fill="%235b5bd6" d="M0 0h24v24H0z"/><path fill="%23fff" d="m12 5 7 7-7 7-7-7z"/></svg>'

/** Pictures by CAIP-2 id, each the source of an `<img>`. In an address `#` is written as `%23`. */
export const pictures: Readonly<Record<string, string>> = {
  [`${NAMESPACE}:main`]: MARK,
  [`${NAMESPACE}:test`]: MARK,
}
