import type { CreateLate } from '../core.js'

export const createLate: CreateLate = () => {
  throw new Error('not here yet')
}
