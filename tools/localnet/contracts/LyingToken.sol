// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Answers that break a careless reader: 2^256 - 1 decimals, a name of 10 kB, a symbol that reverts.
contract LyingToken {
    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        emit Transfer(address(0), to, value);
    }

    function name() external pure returns (string memory) {
        return string(new bytes(10_000));
    }

    function symbol() external pure returns (string memory) {
        revert("no symbol");
    }

    function decimals() external pure returns (uint256) {
        return type(uint256).max;
    }

    function balanceOf(address) external pure returns (uint256) {
        return type(uint256).max;
    }
}
