// The contracts that a smart account needs, at the addresses that they have on every chain: the Delegation
// Framework 1.3.0 of MetaMask, deployed by CREATE2 with one salt, and EntryPoint 0.7 (ERC-4337).

/** Caveat enforcers that limits are written with, and no others. */
export const ENFORCERS = {
  allowedMethods: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
  allowedTargets: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
  erc20Period: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
  erc20Stream: '0x56c97aE02f233B29fa03502Ecc0457266d9be00e',
  erc20Total: '0xf100b0819427117EcF76Ed94B358B1A5b5C6D2Fc',
  exactCalldata: '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED',
  limitedCalls: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
  nativePeriod: '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9',
  nativeStream: '0xD10b97905a320b13a0608f7E9cC506b56747df19',
  nativeTotal: '0xF71af580b9c3078fbc2BBF16FbB8EEd82b330320',
  timestamp: '0x1046bb45C8d673d4ea75321280DB34899413c069',
  valueLte: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F',
} as const

/** A caveat enforcer that limits are written with. */
export type EnforcerName = keyof typeof ENFORCERS

/** EntryPoint 0.7, the framework's own contracts, and its enforcers. */
export const CONTRACTS = {
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  delegationManager: '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3',
  factory: '0x69Aa2f9fe1572F1B640E1bbc512f5c3a734fc77c',
  implementation: '0x48dBe696A4D990079e039489bA2053B36E8FFEC4',
  ...ENFORCERS,
} as const

export type ContractName = keyof typeof CONTRACTS
