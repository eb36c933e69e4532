import { test } from '@playwright/test'

/** A row of the table that `attacks` prints. */
interface AttackRow {
  attack: string
  /** How often, in this run. */
  tries: number
  wanted: string
  seen: string
}

/** Reports an attack of a test end to end: `attacks` reads it as an annotation of the test. */
export const reportAttack = (row: AttackRow): void =>
  void test.info().annotations.push({ type: 'attack', description: JSON.stringify(row) })
