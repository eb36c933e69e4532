// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A game for one player: nine lanterns in three rows. A press turns one of them and its neighbours on or off. The
/// game is won when all are lit. Each player has games of their own, by number.
contract Lanterns {
    uint8 private constant SIDE = 3;
    uint16 private constant ALL = 511;
    uint16 private constant BEGUN = 512;

    /// A bit for each lantern that is lit, and `BEGUN`.
    mapping(address => mapping(uint256 => uint16)) private states;

    event Pressed(address indexed player, uint256 indexed game, uint8 lantern, uint16 lit);

    /// The lanterns that are lit, a bit each.
    function litOf(address player, uint256 game) public view returns (uint16) {
        uint16 state = states[player][game];
        return state == 0 ? startOf(game) : state & ALL;
    }

    /// Every start can be solved.
    function startOf(uint256 game) public pure returns (uint16) {
        uint16 lit = uint16(uint256(keccak256(abi.encode(game)))) & ALL;
        return lit == ALL ? 0 : lit;
    }

    function press(uint256 game, uint8 lantern) external {
        require(lantern < SIDE * SIDE, "no such lantern");
        uint16 lit = litOf(msg.sender, game) ^ touchedBy(lantern);
        states[msg.sender][game] = lit | BEGUN;
        emit Pressed(msg.sender, game, lantern, lit);
    }

    function touchedBy(uint8 lantern) private pure returns (uint16 touched) {
        (uint8 row, uint8 column) = (lantern / SIDE, lantern % SIDE);
        touched = uint16(1) << lantern;
        if (row > 0) touched |= uint16(1) << (lantern - SIDE);
        if (row < SIDE - 1) touched |= uint16(1) << (lantern + SIDE);
        if (column > 0) touched |= uint16(1) << (lantern - 1);
        if (column < SIDE - 1) touched |= uint16(1) << (lantern + 1);
    }
}
