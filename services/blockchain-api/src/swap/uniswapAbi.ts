import { parseAbi } from 'viem'

/** Uniswap's contracts, as far as they are called. https://docs.uniswap.org/contracts */
export const v2FactoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])
export const v2RouterAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
  'function swapExactTokensForTokens(uint256 sold, uint256 minimum, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 minimum, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 sold, uint256 minimum, address[] path, address to, uint256 deadline)',
])
export const v3FactoryAbi = parseAbi([
  'function getPool(address, address, uint24) view returns (address)',
])
export const v3QuoterAbi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amount) returns (uint256 got, uint160[], uint32[], uint256 gas)',
])
/** SwapRouter: a deadline in each struct. */
export const v3RouterAbi = parseAbi([
  'struct Input { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Input) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(bytes[] data) payable returns (bytes[])',
])
/** SwapRouter02: a deadline for a whole multicall. */
export const v3Router02Abi = parseAbi([
  'struct Input { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Input) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
])
