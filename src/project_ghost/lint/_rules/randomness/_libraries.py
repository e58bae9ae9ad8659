"""Functions and classes of libraries that draw, and start from entropy or a global without a seed.

This is the one place to add one. Read from the signatures of scikit-learn 1.9, networkx 3.6,
scipy 1.17, imbalanced-learn 0.14, optuna 5.0, kmodes 0.12, umap-learn 0.5 and hmmlearn 0.3.
Those of ase, botorch, cma, cmaes, deap, dimod, dynesty, emcee, evox, filterpy, lime, ompl, open3d,
openmm, pyDOE2, pyDOE3, pygad, pymc, pymoo, pyquaternion, pyswarms, rdkit, scikit-image, SALib,
spatialmath, stable-baselines3, torch-geometric, torchvision, trimesh, ultranest and zeus are not
checked against a release.

Left out are those whose answer does not depend on the seed by default (`Lasso`, `SVC`,
`LogisticRegression`), or only beyond some size (`PCA`), and libraries whose default seed is a
number (xgboost, lightgbm, catboost).
"""

import ast
from collections.abc import Mapping
from typing import NamedTuple

from project_ghost.lint.python._module import Module
from project_ghost.lint.python._syntax import is_none, word

__all__ = ["LAYOUTS", "Drawing", "drawing", "drawing_of", "is_seeded", "seed_of"]

_SEEDS = frozenset(
    """
    batch_sampler generator key np_random qrng randomSeed random_seed random_state rng rstate
    sampler seed
    """.split()
)
# Names of keys and generators that are given by position.
_KEYS = frozenset({"generator", "key", "rng", "subkey"})
# Those of them that take over drawing, and are no seeds.
_SAMPLERS = frozenset({"batch_sampler", "sampler"})


class Drawing(NamedTuple):
    """When a function draws, and where it takes a seed."""

    position: int | None = None  # of the seed, if it may be given by position
    needs: str = ""  # an argument without which it does not draw: `KFold(5, shuffle=True)`
    value: object = True  # what that argument is then; None for any
    stops: str = ""  # an argument that, given False, stops it: `train_test_split(shuffle=False)`
    setter: str = ""  # a method or attribute of what is made, or of its options, that seeds it
    is_global: bool = False  # it takes no seed: only a global generator can be seeded
    options: str = ""  # a dictionary, at the position, that may have the seed: `{"seed": 3}`


_LAST = 99
_SAME = {"simtk": "openmm"}
# What some functions take for no seed.
_NO_SEED = "-1"
# A method or function whose last name alone says little has the name before it: `Rotation.random`.
_ALWAYS = {
    "ase": "Andersen Bussi Langevin MaxwellBoltzmannDistribution PhononHarmonics phonon_harmonics",
    "cmaes": "CMA CMAwM SepCMA",
    "deap": "algorithms.eaGenerateUpdate algorithms.eaMuCommaLambda algorithms.eaMuPlusLambda"
    " algorithms.eaSimple algorithms.varAnd algorithms.varOr",
    "dimod": "SimulatedAnnealingSampler.sample",
    "dwave": "SimulatedAnnealingSampler.sample",
    "dynesty": "DynamicNestedSampler NestedSampler",
    "emcee": "EnsembleSampler",
    "filterpy": "multinomial_resample residual_resample stratified_resample systematic_resample",
    "hmmlearn": "CategoricalHMM GaussianHMM GMMHMM MultinomialHMM PoissonHMM",
    "imblearn": """
        ADASYN BalancedBaggingClassifier BalancedRandomForestClassifier BorderlineSMOTE
        ClusterCentroids EasyEnsembleClassifier KMeansSMOTE RandomOverSampler RandomUnderSampler
        RUSBoostClassifier SMOTE SMOTEENN SMOTEN SMOTENC SMOTETomek SVMSMOTE
    """,
    "kmodes": "KModes KPrototypes",
    "neal": "SimulatedAnnealingSampler.sample",
    "nestle": "nestle.sample",
    "networkx": """
        approximate_current_flow_betweenness_centrality arf_layout directed_edge_swap
        fast_label_propagation_communities forceatlas2_layout generate_random_paths
        geometric_soft_configuration_graph maybe_regular_expander_graph panther_similarity
        random_labeled_rooted_tree random_labeled_tree random_regular_expander_graph
        random_spanning_tree random_unlabeled_rooted_tree random_unlabeled_tree
    """,
    "lime": "LimeImageExplainer LimeTabularExplainer LimeTextExplainer",
    "optuna": """
        BruteForceSampler CmaEsSampler GPSampler NSGAIIISampler NSGAIISampler QMCSampler TPESampler
        create_study
    """,
    "pyDOE2": "lhs",
    "pyDOE3": "lhs",
    "pygad": "GA",
    "pymc": "sample sample_posterior_predictive sample_prior_predictive",
    "pymc3": "sample sample_posterior_predictive sample_prior_predictive",
    "pymoo": "minimize",
    "pyquaternion": "Quaternion.random",
    "sb3_contrib": "ARS CrossQ MaskablePPO QRDQN RecurrentPPO TQC TRPO",
    "scipy": """
        bootstrap BootstrapMethod kmeans kmeans2 LatinHypercube MonteCarloMethod
        MultinomialQMC MultivariateNormalQMC PermutationMethod goodness_of_fit permutation_test
        PoissonDisk qmc_quad random_array sobol_indices
    """,
    "skimage": "random_noise random_shapes ransac unsupervised_wiener",
    "sklearn": """
        AdaBoostClassifier AdaBoostRegressor BaggingClassifier BaggingRegressor
        BayesianGaussianMixture BernoulliRBM BisectingKMeans DecisionTreeClassifier
        DecisionTreeRegressor DictionaryLearning EllipticEnvelope ExtraTreeClassifier
        ExtraTreeRegressor ExtraTreesClassifier ExtraTreesRegressor FastICA GaussianMixture
        GaussianRandomProjection GradientBoostingClassifier GradientBoostingRegressor
        GroupShuffleSplit HalvingRandomSearchCV IsolationForest KMeans LatentDirichletAllocation
        MDS MLPClassifier MLPRegressor MinCovDet MiniBatchDictionaryLearning MiniBatchKMeans
        MiniBatchSparsePCA NeighborhoodComponentsAnalysis Nystroem ParameterSampler
        PassiveAggressiveClassifier PassiveAggressiveRegressor Perceptron PolynomialCountSketch
        RANSACRegressor RBFSampler RandomForestClassifier RandomForestRegressor
        RandomTreesEmbedding RandomizedSearchCV RepeatedKFold RepeatedStratifiedKFold
        SGDClassifier SGDOneClassSVM SGDRegressor ShuffleSplit SkewedChi2Sampler SparsePCA
        SparseRandomProjection SpectralBiclustering SpectralClustering SpectralCoclustering
        StratifiedShuffleSplit TSNE TheilSenRegressor TruncatedSVD fast_mcd fastica k_means
        kmeans_plusplus make_biclusters make_blobs make_checkerboard make_circles
        make_classification make_friedman1 make_friedman2 make_friedman3
        make_gaussian_quantiles make_hastie_10_2 make_low_rank_matrix make_moons
        make_multilabel_classification make_regression make_s_curve make_sparse_coded_signal
        make_sparse_spd_matrix make_sparse_uncorrelated make_spd_matrix make_swiss_roll
        mutual_info_classif mutual_info_regression permutation_importance randomized_svd resample
        sample_without_replacement shuffle smacof spectral_clustering
    """,
    "skopt": "dummy_minimize forest_minimize gbrt_minimize gp_minimize Optimizer",
    "hyperopt": "fmin",
    "spatialmath": "SE2.Rand SE3.Rand SO2.Rand SO3.Rand UnitQuaternion.Rand",
    "stable_baselines3": "A2C DDPG DQN PPO SAC TD3",
    "torch": "RandomSampler",
    "ultranest": "ReactiveNestedSampler",
    "umap": "AlignedUMAP UMAP",
    "zeus": "EnsembleSampler",
}
# Those that only draw from a global generator.
_SEEDLESS = {
    "evox": """
        DE_binary_crossover DE_exponential_crossover latin_hypercube_sampling
        latin_hypercube_sampling_standard polynomial_mutation select_rand_pbest simulated_binary
        simulated_binary_half tournament_selection tournament_selection_multifit
    """,
    "pyswarm": "pso",
    "pyswarms": "BinaryPSO GeneralOptimizerPSO GlobalBestPSO LocalBestPSO",
    "torch_geometric": "NeighborLoader RandomLinkSplit RandomNodeSplit negative_sampling",
    "torchvision": """
        AugMix AutoAugment ColorJitter CutMix ElasticTransform MixUp RandAugment
        RandomAdjustSharpness RandomAffine RandomApply RandomAutocontrast RandomChoice RandomCrop
        RandomEqualize
        RandomErasing RandomGrayscale RandomHorizontalFlip RandomInvert RandomIoUCrop RandomOrder
        RandomPerspective RandomPhotometricDistort RandomPosterize RandomResize RandomResizedCrop
        RandomRotation RandomShortestSize RandomSolarize RandomVerticalFlip RandomZoomOut
        ScaleJitter TrivialAugmentWide
    """,
}
# Those that a method or attribute seeds later, or in their options.
_SET = {
    "ompl": {
        "setSeed": """
            BITstar BKPIECE1 EST FMT InformedRRTstar KPIECE1 LBKPIECE1 LazyPRM LazyRRT PRM PRMstar
            RRT RRTConnect RRTstar RRTsharp SBL STRIDE TRRT
        """
    },
    "openmm": {
        "setRandomNumberSeed": """
            AndersenThermostat BrownianIntegrator LangevinIntegrator LangevinMiddleIntegrator
            MonteCarloAnisotropicBarostat MonteCarloBarostat MonteCarloMembraneBarostat
            VariableLangevinIntegrator
        """
    },
}
# The seed may be given by position.
_POSITIONS = {
    "networkx": {
        1: """
            expected_degree_graph joint_degree_graph random_cograph random_degree_sequence_graph
            random_internet_as_graph random_shell_graph random_tournament randomized_partitioning
        """,
        2: """
            asyn_lpa_communities barabasi_albert_graph configuration_model dense_gnm_random_graph
            duplication_divergence_graph erdos_renyi_graph fast_gnp_random_graph gnc_graph
            gnm_random_graph gnp_random_graph maximal_independent_set powerlaw_sequence
            random_clustered_graph random_powerlaw_tree random_regular_graph
        """,
        3: """
            asyn_fluidc connected_double_edge_swap directed_configuration_model double_edge_swap
            gn_graph gnr_graph k_random_intersection_graph newman_watts_strogatz_graph
            powerlaw_cluster_graph random_layout random_lobster random_partition_graph
            random_reference relaxed_caveman_graph spectral_graph_forge stochastic_block_model
            uniform_random_intersection_graph watts_strogatz_graph
        """,
        4: """
            connected_watts_strogatz_graph dual_barabasi_albert_graph
            extended_barabasi_albert_graph kernighan_lin_bisection lattice_reference
            leiden_communities louvain_partitions partial_duplication_graph
            planted_partition_graph random_k_out_graph random_uniform_k_out_graph
        """,
        5: "louvain_communities navigable_small_world_graph random_geometric_graph",
        6: """
            gaussian_random_partition_graph scale_free_graph soft_random_geometric_graph
            waxman_graph
        """,
        7: "geographical_threshold_graph thresholded_random_geometric_graph",
        9: "simulated_annealing_tsp threshold_accepting_tsp",
        10: "spring_layout fruchterman_reingold_layout",
        11: "LFR_benchmark_graph",
    },
    "SALib": {2: "latin.sample", 3: "fast_sampler.sample", 5: "morris.sample"},
    "botorch": {
        1: "IIDNormalSampler SobolQMCNormalSampler",
        4: "draw_sobol_samples",
    },
    "optuna": {0: "RandomSampler", 1: "GridSampler"},
    "scipy": {
        1: "Rotation.random",
        5: "sparse.rand sparse.random",
        9: "differential_evolution",
        10: "dual_annealing",
        12: "basinhopping",
    },
    "torch": {1: "SubsetRandomSampler", 2: "random_split", 3: "WeightedRandomSampler"},
    "trimesh": {3: "sample_surface_even", 4: "sample_surface"},
}
_CONDITIONS = {
    "networkx": {
        "betweenness_centrality": Drawing(5, "k", None),
        "edge_betweenness_centrality": Drawing(4, "k", None),
    },
    "cma": {
        "CMAEvolutionStrategy": Drawing(2, options="inopts"),
        "fmin": Drawing(3, options="options"),
        "fmin2": Drawing(3, options="options"),
    },
    "scipy": {"Halton": Drawing(stops="scramble"), "Sobol": Drawing(stops="scramble")},
    "sklearn": {
        "GaussianProcessClassifier": Drawing(needs="n_restarts_optimizer", value=None),
        "GaussianProcessRegressor": Drawing(needs="n_restarts_optimizer", value=None),
        "GroupKFold": Drawing(needs="shuffle"),
        "KFold": Drawing(needs="shuffle"),
        "NMF": Drawing(needs="init", value="random"),
        "PCA": Drawing(needs="svd_solver", value="randomized"),
        "StratifiedGroupKFold": Drawing(needs="shuffle"),
        "StratifiedKFold": Drawing(needs="shuffle"),
        "silhouette_score": Drawing(needs="sample_size", value=None),
        "train_test_split": Drawing(stops="shuffle"),
    },
    "SALib": {"sobol.sample": Drawing(4, stops="scramble")},
    "rdkit": {
        "EmbedMolecule": Drawing(2, setter="randomSeed"),
        "EmbedMultipleConfs": Drawing(3, setter="randomSeed"),
    },
    "torch": {
        "DataLoader": Drawing(_LAST, needs="shuffle"),
        "SobolEngine": Drawing(2, needs="scramble"),
    },
    "torch_geometric": {"DataLoader": Drawing(_LAST, needs="shuffle")},
}
# Places of nodes, of which a picture is made.
LAYOUTS = frozenset(
    "arf_layout forceatlas2_layout fruchterman_reingold_layout random_layout spring_layout".split()
)


def _table() -> dict[str, dict[str, Drawing]]:
    found = {root: dict.fromkeys(names.split(), Drawing()) for root, names in _ALWAYS.items()}
    for root, names in _SEEDLESS.items():
        found.setdefault(root, {}).update(dict.fromkeys(names.split(), Drawing(is_global=True)))
    for root, setters in _SET.items():
        for setter, names in setters.items():
            found.setdefault(root, {}).update(dict.fromkeys(names.split(), Drawing(setter=setter)))
    for root, positions in _POSITIONS.items():
        for position, names in positions.items():
            found.setdefault(root, {}).update(dict.fromkeys(names.split(), Drawing(position)))
    for root, conditions in _CONDITIONS.items():
        found.setdefault(root, {}).update(conditions)
    return found


_TABLE = _table()


def drawing(name: str) -> Drawing | None:
    """How a function with a full name draws, under whichever module of its library."""
    root = name.partition(".")[0]
    names = _TABLE.get(_SAME.get(root, root))
    if not names:
        return None
    *_, owner, last = name.split(".") if "." in name else ("", name)
    return names.get(last) or names.get(f"{owner}.{last}")


def drawing_of(module: Module, name: str) -> Drawing | None:
    """The same for a file, unless it is one of the library, which is checked itself."""
    return None if name.startswith(f"{module.name.partition('.')[0]}.") else drawing(name)


def is_seeded(how: Drawing, call: ast.Call) -> bool:
    """Whether a call gives a seed, does not draw, or has arguments that are not seen."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    if None in named or any(isinstance(each, ast.Starred) for each in call.args):
        return True
    if any(not _is_no_seed(how, named[name]) for name in named.keys() & _SEEDS):
        return True
    if how.options:
        return _holds_seed(how, call, named.get(how.options))
    if how.position is not None and len(call.args) > how.position:
        return how.position == _LAST or not _is_no_seed(how, call.args[how.position])
    if how.is_global and any(word(each) in _KEYS for each in call.args):
        return True
    return not _draws(how, named)


def _is_no_seed(how: Drawing, given: ast.expr) -> bool:
    return is_none(given) or (how.setter == "randomSeed" and ast.unparse(given) == _NO_SEED)


def seed_of(how: Drawing, call: ast.Call) -> ast.expr | None:
    """The seed or generator that a call gives, if it draws."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    if how.options or not named.keys().isdisjoint({None, *_SAMPLERS}) or not _draws(how, named):
        return None
    if any(isinstance(each, ast.Starred) for each in call.args):
        return None
    given = [named[name] for name in named if name in _SEEDS]
    if how.position is not None and len(call.args) > how.position:
        given.append(call.args[how.position])
    return given[0] if given else None


def _draws(how: Drawing, named: Mapping[str | None, ast.expr]) -> bool:
    """Whether a call draws, by its other arguments."""
    if how.needs and not _has(named.get(how.needs), how.value):
        return False
    stop = named.get(how.stops)
    return stop is None or (isinstance(stop, ast.Constant) and bool(stop.value))


def _holds_seed(how: Drawing, call: ast.Call, given: ast.expr | None) -> bool:
    """Whether a dictionary of options has a seed, or may have one."""
    if given is None and how.position is not None and len(call.args) > how.position:
        given = call.args[how.position]
    if isinstance(given, ast.Dict):
        keys = [each.value if isinstance(each, ast.Constant) else None for each in given.keys]
        return "seed" in keys or None in keys
    return given is not None and not is_none(given)


def _has(given: ast.expr | None, value: object) -> bool:
    if given is None or is_none(given) or (isinstance(given, ast.Constant) and not given.value):
        return False
    return value is None or (isinstance(given, ast.Constant) and given.value == value)
