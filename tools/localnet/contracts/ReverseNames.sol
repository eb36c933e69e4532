// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Names of addresses below `addr.reverse`, set by anybody for any node: for local chains only, where
/// a test wants an address to claim a name that is not its own.
contract ReverseNames {
    mapping(bytes32 => string) public name;

    function setName(bytes32 node, string calldata value) external {
        name[node] = value;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == this.name.selector;
    }
}
