// The key that signs answers about names of the local world. It belongs to everybody.
import { accounts } from '@latchkey/testing/nodes'

export const SIGNER = accounts[8]
