/// The candidate that a misspelt word probably means; case does not matter. One letter may be wrong, missing,
/// superfluous or swapped with the next one; two in words of six letters or more.
pub fn similar_word<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    const LONGEST: usize = 24;
    let length = word.chars().count();
    if length > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let distance = |candidate: &str| strsim::osa_distance(&word, &candidate.to_lowercase());
    let tolerance = if length < 6 { 1 } else { 2 };
    let nearest = candidates.into_iter().min_by_key(|candidate| distance(candidate))?;
    (distance(nearest) <= tolerance).then_some(nearest)
}

/// The end of an error message about an unknown word, if a similar one is known: `; did you mean "move"?`.
pub fn did_you_mean(similar: Option<&str>) -> String {
    similar.map(|similar| format!("; did you mean {similar:?}?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_words_are_recognised() {
        let words = ["position", "go", "move", "isready", "Move Overhead"];
        for (word, expected) in [
            ("postion", Some("position")),
            ("mvoe", Some("move")),
            ("Position", Some("position")),
            ("g", Some("go")),
            ("move overhed", Some("Move Overhead")),
            ("moev", Some("move")),
            ("hello", None),
            ("e2e4", None),
            ("", None),
            ("将", None),
        ] {
            assert_eq!(similar_word(word, words), expected, "{word}");
        }
        assert_eq!(similar_word(&"x".repeat(100_000), words), None);
    }
}
